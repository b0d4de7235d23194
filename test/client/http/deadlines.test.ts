import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import type { CmsError } from "../../../src/client/index.ts";
import { startHostile } from "../../support/hostile.ts";
import { empty, json, silence, stalledBody } from "../../support/loopback.ts";
import { methods } from "../anyCall.ts";
import type { Method } from "../anyCall.ts";
import { loopbackCms } from "../loopbackCms.ts";
import { owning } from "../owning.ts";
import { articles, busy, documentId, get, good, later, payload, tea, writes } from "./retrying.ts";

describe("deadlineMs", () => {
  const at = loopbackCms({ deadlineMs: 300, timeoutMs: 60_000 });

  for (const [what, reply] of Object.entries({
    "no answer": silence,
    "an answer that stops midway": stalledBody,
  })) {
    it(`deadlineMs ends a call with a CmsTimeoutError for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...dataAndMeta] = await get(at.cms);

      assert.deepEqual([error?.name, ...dataAndMeta], ["CmsTimeoutError", null, null]);
      assert.ok((error?.elapsedMs ?? 0) >= 290, `${error?.elapsedMs} ms`);
    });
  }

  it("deadlineMs ends a write with a CmsTimeoutError", async () => {
    at.service.answer(silence);

    const [error] = await writes["PUT"]!(at.cms);

    assert.deepEqual([error?.name, error?.attempts], ["CmsTimeoutError", 1]);
  });

  it("deadlineMs can be longer for one call", async () => {
    at.service.answer(later(500, good));

    assert.deepEqual(await get(at.cms, { deadlineMs: 15_000 }), [null, tea, {}]);
  });

  it("deadlineMs limits the requests of an upsert together", async () => {
    at.service.answer(later(600, json({ data: [tea], meta: {} })), later(600, good));
    const filters = { title: { $eq: "Tea" } };

    const [error] = await articles(at.cms).upsert({ payload, filters, deadlineMs: 1_000 });

    assert.deepEqual([error?.name, error?.method], ["CmsTimeoutError", "PUT"]);
  });

  it("deadlineMs limits the pages of findMany({ all: true }) together", async () => {
    let page = 0;
    at.service.answer((response, received) => {
      page += 1;
      const data = [{ ...tea, documentId: `tea${page}` }];
      const meta = { pagination: { page, pageSize: 1, pageCount: 9, total: 9 } };
      setTimeout(json({ data, meta }), 200, response, received);
    });

    const [error] = await articles(at.cms).findMany({ all: true, deadlineMs: 1_000 });

    assert.deepEqual([error?.name, (error?.progress?.read ?? 0) > 0], ["CmsTimeoutError", true]);
    assert.ok(at.service.requests.length < 9);
  });

  it("deadlineMs returns a CmsTimeoutError at once when it is 0", async () => {
    at.service.answer(good);

    const [error, ...dataAndMeta] = await get(at.cms, { deadlineMs: 0 });

    assert.deepEqual([error?.name, ...dataAndMeta], ["CmsTimeoutError", null, null]);
  });
});

describe("timeoutMs", () => {
  const at = loopbackCms({ timeoutMs: 1_000 });

  it("timeoutMs starts again with each attempt", async () => {
    at.service.answer(later(600, busy(503, { "retry-after": "0" })), later(600, good));

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("timeoutMs can be longer for one call", async () => {
    at.service.answer(later(1_100, good));

    assert.deepEqual(await get(at.cms, { timeoutMs: 15_000 }), [null, tea, {}]);
  });

  it("timeoutMs can be longer than the longest timer", async () => {
    at.service.answer(later(20, empty()));

    const [error] = await articles(at.cms).delete({
      documentId,
      timeoutMs: 2 ** 40,
      deadlineMs: 2 ** 41,
    });

    assert.equal(error, null);
  });
});

describe("Limits of one minute", function () {
  this.timeout(5_000);
  const at = loopbackCms({ deadlineMs: 60_000, timeoutMs: 60_000 });

  for (const bound of [{ deadlineMs: 30 }, { timeoutMs: 30 }]) {
    it(`a client with limits of one minute ends a call sooner that has its own ${Object.keys(bound).join()}`, async () => {
      at.service.answer(silence);

      const [error] = await get(at.cms, bound);

      assert.equal(error?.name, "CmsTimeoutError");
    });
  }

  it("a client with limits of one minute ends a write sooner that has its own timeoutMs, without a retry", async () => {
    at.service.answer(silence);

    const [error] = await writes["DELETE"]!(at.cms, { timeoutMs: 30 });

    assert.deepEqual(
      [error?.name, error?.attempts, error?.retryable],
      ["CmsTimeoutError", 1, false],
    );
  });
});

describe("Time limit of one call", function () {
  this.timeout(5_000);
  const endAfterTest = owning();

  for (const [name, { input, call }] of Object.entries<Method>(methods)) {
    for (const bound of [{ deadlineMs: 30 }, { timeoutMs: 30 }]) {
      it(`the time limit of one call ends ${name} with a CmsTimeoutError: ${Object.keys(bound).join()}`, async () => {
        const service = endAfterTest(await startHostile());
        service.behave({ answer: () => undefined });
        const cms = endAfterTest(createCms({ baseUrl: service.url, retries: 0 }));

        const answer = call(cms, "articles" as never, { ...input, ...bound } as never);
        const result = await (Symbol.asyncIterator in answer
          ? answer.next().then(({ value }) => value)
          : answer);

        const [error] = result as readonly [CmsError | null];
        assert.equal(error?.name, "CmsTimeoutError");
      });
    }
  }
});
