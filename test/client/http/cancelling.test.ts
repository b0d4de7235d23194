import assert from "node:assert/strict";
import { json, silence, stalledBody } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { articles, calls } from "../endableCalls.ts";
import { loopbackCms } from "../loopbackCms.ts";
import { paged, rows } from "../pagedService.ts";

describe("Abort signal", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`an abort signal that fires during the request ends ${name} with a CmsAbortError`, async () => {
      const controller = new AbortController();
      at.service.answer(() => controller.abort());

      const [error, ...dataAndMeta] = await call(at.cms, { signal: controller.signal });

      assert.deepEqual([error?.name, ...dataAndMeta], ["CmsAbortError", null, null]);
      assert.equal(error?.name === "CmsAbortError" && error.isClosed, false);
      assert.equal(at.service.requests.length, 1);
    });

    it(`an abort signal that has already fired prevents the request of ${name}`, async () => {
      const [error, ...dataAndMeta] = await call(at.cms, { signal: AbortSignal.abort() });

      assert.deepEqual([error?.name, ...dataAndMeta], ["CmsAbortError", null, null]);
      assert.deepEqual(at.sent(), []);
    });
  }

  it("an abort signal ends the call when it fires while the body arrives", async () => {
    const controller = new AbortController();
    at.service.answer((response, received) => {
      stalledBody(response, received);
      setImmediate(() => controller.abort(new Error("enough")));
    });

    const [error] = await articles(at.cms).findMany({ signal: controller.signal });

    assert.equal(error?.name, "CmsAbortError");
  });

  it("an abort signal ends pages() when it fires between two pages", async () => {
    const controller = new AbortController();
    at.service.answer(paged(rows));

    const errorNames: unknown[] = [];
    const params = { pagination: { pageSize: 3 } };
    for await (const [error] of articles(at.cms).pages({ params, signal: controller.signal })) {
      errorNames.push(error?.name);
      controller.abort();
    }

    assert.deepEqual(errorNames, [undefined, "CmsAbortError"]);
    assert.equal(at.service.requests.length, 1);
  });

  it("an abort signal causes no leak warning when 30 calls share it", async () => {
    at.service.answer(json([]));
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();

    await Promise.all(Array.from({ length: 30 }, () => at.cms.users().findMany({ signal })));
    // Node emits a warning in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);

    assert.deepEqual(warnings, []);
  });

  it("an abort signal ends only the call that it was passed to", async () => {
    const controller = new AbortController();
    const answers: (() => void)[] = [];
    at.service.answer((response, received) => {
      answers.push(() => json([])(response, received));
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
      ["CmsAbortError", undefined],
    );
  });
});

describe("Timeout", () => {
  const at = loopbackCms({ timeoutMs: 50, retries: 0 });
  const slow: Readonly<Record<string, Reply>> = {
    "no answer": silence,
    "an answer that stops midway": stalledBody,
  };

  for (const [what, reply] of Object.entries(slow)) {
    it(`a call that takes longer than timeoutMs returns a CmsTimeoutError for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...dataAndMeta] = await articles(at.cms).findMany();

      assert.deepEqual(
        [error?.name, error?.attempts, ...dataAndMeta],
        ["CmsTimeoutError", 1, null, null],
      );
    });

    it(`a call that takes too long returns a CmsTimeoutError for ${what}, with a signal that does not fire`, async () => {
      at.service.answer(reply);

      const [error] = await articles(at.cms).findMany({ signal: new AbortController().signal });

      assert.equal(error?.name, "CmsTimeoutError");
    });
  }
});
