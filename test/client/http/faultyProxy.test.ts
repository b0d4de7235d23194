import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import type { Fault, FaultyProxy } from "../../support/faultyProxy.ts";
import { empty, json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";

const documentId = "tea1";
const payload = { data: { title: "Tea" } };

describe("Faulty proxy", () => {
  let service: Loopback;
  let proxy: FaultyProxy;
  let cms: Cms;
  beforeEach(async () => {
    service = await startLoopback();
    service.answer(json({ data: { documentId, title: "Tea" }, meta: {} }));
    proxy = await startFaultyProxy(service.url);
    cms = createCms({ baseUrl: proxy.url, retries: 0 });
  });
  afterEach(async () => {
    await cms.close();
    await proxy.stop();
    await service.stop();
  });

  /** Sends a write. Returns its result, and how many times the service received it by the time all requests ended. */
  const write = async (timeoutMs = 15_000) => {
    const articles = cms.collection("articles");
    const [error, data] = await articles.update({ documentId, payload, timeoutMs });
    await proxy.untilQuiet();
    return { outcome: error?.name ?? data, reached: service.requests.length };
  };
  const answered = { documentId, title: "Tea" };

  type Row = readonly [fault: Fault | undefined, outcome: unknown, reached: number];
  const rows: Readonly<Record<string, Row>> = {
    "passes on a write and its answer": [undefined, answered, 1],
    "drops a request before the service receives it": [
      { kind: "request dropped" },
      "NetworkError",
      0,
    ],
    "cuts a request, which the service then ignores": [{ kind: "request cut" }, "NetworkError", 0],
    "delays a request for a moment": [{ kind: "request delayed", milliseconds: 20 }, answered, 1],
    "delivers a request after the client's timeout": [
      { kind: "request delayed", milliseconds: 400 },
      "CmsTimeoutError",
      1,
    ],
    "delivers a request twice": [{ kind: "request doubled" }, answered, 2],
    "drops the answer to a write that the service did": [
      { kind: "answer dropped" },
      "NetworkError",
      1,
    ],
    "cuts the answer to a write that the service did": [{ kind: "answer cut" }, "NetworkError", 1],
    "delays an answer for a moment": [{ kind: "answer delayed", milliseconds: 20 }, answered, 1],
    "delivers an answer after the client's timeout": [
      { kind: "answer delayed", milliseconds: 400 },
      "CmsTimeoutError",
      1,
    ],
    "replaces the answer to a write with a gateway's error page": [
      { kind: "answer replaced", status: 504 },
      "HttpError",
      1,
    ],
  };
  for (const [title, [fault, outcome, reached]] of Object.entries(rows)) {
    it(`the faulty proxy ${title}`, async () => {
      proxy.meet(() => fault);

      const result = await write(outcome === "CmsTimeoutError" ? 200 : undefined);

      const [passage] = proxy.passages;
      assert.deepEqual(
        [result, proxy.passages.length, passage?.fault, passage?.body, passage?.statuses.length],
        [{ outcome, reached }, 1, fault, payload, reached],
      );
    });
  }

  it("the faulty proxy injects faults only into the requests that the test chooses, on open connections", async () => {
    proxy.meet(({ method }) => (method === "PUT" ? { kind: "request dropped" } : undefined));

    const outcomes = [await write(), await cms.collection("articles").find({ documentId })];

    assert.deepEqual(outcomes, [{ outcome: "NetworkError", reached: 0 }, [null, answered, {}]]);
  });

  it("the faulty proxy passes on path, query, token and an answer without a body", async () => {
    service.answer(empty());
    const client = createCms({ baseUrl: proxy.url, token: "secret" });

    const [error] = await client
      .collection("articles")
      .delete({ documentId, params: { locale: "*" } });
    await client.close();

    const [{ method, path, query, headers }] = service.requests as [Loopback["requests"][number]];
    assert.deepEqual(
      [error, method, path, query, headers.authorization],
      [null, "DELETE", `/api/articles/${documentId}`, { locale: "*" }, "Bearer secret"],
    );
  });

  it("the faulty proxy gives a NetworkError when the service is stopped", async () => {
    await service.stop();

    const { outcome } = await write();

    assert.equal(outcome, "NetworkError");
  });
});
