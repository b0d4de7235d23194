import assert from "node:assert/strict";
import type { LogEntry } from "../../../src/client/index.ts";
import { empty, html, json, refusal, reset } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { loopbackCms, token } from "../loopbackCms.ts";
import type { Article } from "../loopbackCms.ts";

describe("log", () => {
  let entries: LogEntry[];
  const at = loopbackCms({ log: (entry) => entries.push(entry) });
  const articles = () => at.cms.collection<Article>("articles");
  const noted = () =>
    entries.map(({ elapsedMs, ...entry }) => ({ ...entry, timed: elapsedMs >= 0 }));
  beforeEach(() => {
    entries = [];
  });

  const answers: readonly (readonly [what: string, reply: Reply, status: number])[] = [
    ["a success", json({ data: [] }), 200],
    ["an empty answer", empty(), 204],
    ["an error", refusal(403, "ForbiddenError", "Forbidden"), 403],
    ["an HTML page", html("<html></html>"), 200],
  ];
  for (const [what, reply, status] of answers) {
    it(`the log receives method, path, status and time of ${what}`, async () => {
      at.service.answer(reply);

      await articles().findMany();

      assert.deepEqual(noted(), [{ method: "GET", path: "articles", status, timed: true }]);
    });
  }

  it("the log receives the error code instead of the status for a call without an answer", async () => {
    at.service.answer(reset);

    await articles().delete({ documentId: "tea1" });

    assert.deepEqual(noted(), [
      { method: "DELETE", path: "articles/tea1", code: "ECONNRESET", timed: true },
    ]);
  });

  it("the log receives one entry for a call that was retried", async () => {
    at.service.answer(reset, json({ data: [] }));

    await articles().findMany();

    assert.deepEqual(noted(), [{ method: "GET", path: "articles", status: 200, timed: true }]);
  });

  it("the log receives the encoded path in one line, whatever the documentId contains", async () => {
    at.service.answer(json({ data: {} }));

    await articles().find({ documentId: "a\u2028b c" });

    assert.deepEqual(
      entries.map(({ path }) => path),
      ["articles/a%E2%80%A8b%20c"],
    );
  });

  it("the log receives nothing for a call that was rejected before sending", async () => {
    await articles().find({ documentId: "" });

    assert.deepEqual(entries, []);
  });

  it("the log receives neither token nor query nor body", async () => {
    at.service.answer(json({ data: { documentId: "tea1", title: "answered" } }));

    await articles().create({ payload: { data: { title: "asked" } }, params: { status: "draft" } });
    await articles().findMany({ params: { _q: "searched" } });

    const text = JSON.stringify(entries);
    const secrets = [token, "authorization", "asked", "answered", "searched", "draft"];
    assert.deepEqual([entries.length, secrets.filter((secret) => text.includes(secret))], [2, []]);
  });
});

describe("log that throws", () => {
  const at = loopbackCms({
    log: () => {
      throw new Error("The disk is full.");
    },
  });

  it("a log that throws changes neither a success nor an error", async () => {
    at.service.answer(json([]), reset);

    const success = await at.cms.users().findMany();
    const [error] = await at.cms.users().delete({ id: 1 });

    assert.deepEqual([success, error?.name], [[null, [], null], "NetworkError"]);
    assert.equal(at.service.requests.length, 2);
  });
});
