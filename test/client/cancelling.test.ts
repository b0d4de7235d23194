import assert from "node:assert/strict";
import { json, silence, stalledBody } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { articles, calls } from "./endableCalls.ts";
import { loopbackCms } from "./loopbackCms.ts";
import { paged, rows } from "./pagedService.ts";

describe("A signal", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`that fires while ${name} waits ends it with an AbortError`, async () => {
      const controller = new AbortController();
      at.service.answer(() => {
        controller.abort();
      });

      const [error, ...rest] = await call(at.cms, { signal: controller.signal });

      assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
      assert.equal(at.service.requests.length, 1);
    });

    it(`that has fired before ${name} lets nothing be sent`, async () => {
      const [error, ...rest] = await call(at.cms, { signal: AbortSignal.abort() });

      assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
      assert.deepEqual(at.sent(), []);
    });
  }

  it("that fires in the middle of a body ends the call", async () => {
    const controller = new AbortController();
    at.service.answer((response, received) => {
      stalledBody(response, received);
      setImmediate(() => {
        controller.abort(new Error("enough"));
      });
    });

    const [error] = await articles(at.cms).findMany({ signal: controller.signal });

    assert.equal(error?.name, "AbortError");
  });

  it("that fires between two pages ends the reading", async () => {
    const controller = new AbortController();
    at.service.answer(paged(rows));

    const seen: unknown[] = [];
    const params = { pagination: { pageSize: 3 } };
    for await (const [error] of articles(at.cms).pages({ params, signal: controller.signal })) {
      seen.push(error?.name);
      controller.abort();
    }

    assert.deepEqual(seen, [undefined, "AbortError"]);
    assert.equal(at.service.requests.length, 1);
  });

  it("may be shared by many calls, without a warning of a leak", async () => {
    at.service.answer(json([]));
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();

    await Promise.all(Array.from({ length: 30 }, () => at.cms.users().findMany({ signal })));
    // A warning is given in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);

    assert.deepEqual(warnings, []);
  });

  it("of one call leaves the others alone", async () => {
    const controller = new AbortController();
    const answers: (() => void)[] = [];
    at.service.answer((response, received) => {
      answers.push(() => {
        json([])(response, received);
      });
      if (answers.length < 2) return;
      controller.abort();
      for (const answer of answers) answer();
    });

    const results = await Promise.all([
      at.cms.users().findMany({ signal: controller.signal }),
      at.cms.users().findMany(),
    ]);

    assert.deepEqual(
      results.map(([error]) => error?.name),
      ["AbortError", undefined],
    );
  });
});

describe("A service that takes too long", () => {
  const at = loopbackCms({ timeoutMs: 50, retries: 0 });
  const slow: Readonly<Record<string, Reply>> = {
    "no answer": silence,
    "an answer that stops midway": stalledBody,
  };

  for (const [what, reply] of Object.entries(slow)) {
    it(`is a TimeoutError for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...rest] = await articles(at.cms).findMany();

      assert.deepEqual([error?.name, error?.attempts, ...rest], ["TimeoutError", 1, null, null]);
    });

    it(`is a TimeoutError for ${what}, with a signal that does not fire`, async () => {
      at.service.answer(reply);

      const [error] = await articles(at.cms).findMany({ signal: new AbortController().signal });

      assert.equal(error?.name, "TimeoutError");
    });
  }
});
