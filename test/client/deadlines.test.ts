import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { CmsError } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import { empty, json, silence, stalledBody } from "../support/loopback.ts";
import { methods } from "./anyCall.ts";
import type { Method } from "./anyCall.ts";
import { loopbackCms } from "./loopbackCms.ts";
import { owning } from "./owning.ts";
import { articles, busy, documentId, get, good, later, payload, tea, writes } from "./retrying.ts";

describe("The deadline of a call", () => {
  const at = loopbackCms({ deadlineMs: 300, timeoutMs: 60_000 });

  for (const [what, reply] of Object.entries({ silence, stalledBody })) {
    it(`ends it with a TimeoutError, for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...rest] = await get(at.cms);

      assert.deepEqual([error?.name, ...rest], ["TimeoutError", null, null]);
      assert.ok((error?.elapsedMs ?? 0) >= 290, `${error?.elapsedMs} ms`);
    });
  }

  it("ends a write with a TimeoutError", async () => {
    at.service.answer(silence);

    const [error] = await writes["PUT"]!(at.cms);

    assert.deepEqual([error?.name, error?.attempts], ["TimeoutError", 1]);
  });

  it("can be set for one call, to be later", async () => {
    at.service.answer(later(500, good));

    assert.deepEqual(await get(at.cms, { deadlineMs: 15_000 }), [null, tea, {}]);
  });

  it("is over a call of several requests as a whole", async () => {
    at.service.answer(later(1_200, json({ data: [tea], meta: {} })), later(1_200, good));
    const filters = { title: { $eq: "Tea" } };

    const [error] = await articles(at.cms).upsert({ payload, filters, deadlineMs: 2_000 });

    assert.deepEqual([error?.name, error?.method], ["TimeoutError", "PUT"]);
  });

  it("is over the reading of all pages as a whole", async () => {
    let page = 0;
    at.service.answer((response, received) => {
      page += 1;
      const data = [{ ...tea, documentId: `tea${page}` }];
      const meta = { pagination: { page, pageSize: 1, pageCount: 9, total: 9 } };
      setTimeout(json({ data, meta }), 400, response, received);
    });

    const [error] = await articles(at.cms).findMany({ all: true, deadlineMs: 2_000 });

    assert.deepEqual([error?.name, (error?.progress?.read ?? 0) > 0], ["TimeoutError", true]);
    assert.ok(at.service.requests.length < 9);
  });

  it("that is over before it began lets nothing be done", async () => {
    at.service.answer(good);

    const [error, ...rest] = await get(at.cms, { deadlineMs: 0 });

    assert.deepEqual([error?.name, ...rest], ["TimeoutError", null, null]);
  });
});

describe("The timeout of an attempt", () => {
  const at = loopbackCms({ timeoutMs: 2_000 });

  it("begins anew with each", async () => {
    at.service.answer(later(1_200, busy(503, { "retry-after": "0" })), later(1_200, good));

    assert.deepEqual(await get(at.cms), [null, tea, {}]);
  });

  it("can be set for one call, to be longer", async () => {
    at.service.answer(later(2_200, good));

    assert.deepEqual(await get(at.cms, { timeoutMs: 15_000 }), [null, tea, {}]);
  });

  it("may be longer than a timer can count", async () => {
    at.service.answer(later(20, empty()));

    const [error] = await articles(at.cms).delete({
      documentId,
      timeoutMs: 2 ** 40,
      deadlineMs: 2 ** 41,
    });

    assert.equal(error, null);
  });
});

describe("A client that waits a minute", function () {
  this.timeout(5_000);
  const at = loopbackCms({ deadlineMs: 60_000, timeoutMs: 60_000 });

  for (const bound of [{ deadlineMs: 30 }, { timeoutMs: 30 }]) {
    it(`waits less in a call that has its own ${Object.keys(bound).join()}`, async () => {
      at.service.answer(silence);

      const [error] = await get(at.cms, bound);

      assert.equal(error?.name, "TimeoutError");
    });
  }

  it("waits less in a write that has its own timeoutMs, and does not try it again", async () => {
    at.service.answer(silence);

    const [error] = await writes["DELETE"]!(at.cms, { timeoutMs: 30 });

    assert.deepEqual([error?.name, error?.attempts, error?.retryable], ["TimeoutError", 1, false]);
  });
});

describe("What bounds a call", function () {
  this.timeout(5_000);
  const own = owning();

  for (const [name, { input, call }] of Object.entries<Method>(methods)) {
    for (const bound of [{ deadlineMs: 30 }, { timeoutMs: 30 }]) {
      it(`holds for ${name} too: ${Object.keys(bound).join()}`, async () => {
        const service = own(await startHostile());
        service.behave({ answer: () => undefined });
        const cms = own(createCms({ baseUrl: service.url, retries: 0 }));

        const answer = call(cms, "articles" as never, { ...input, ...bound } as never);
        const result = await (Symbol.asyncIterator in answer
          ? answer.next().then(({ value }) => value)
          : answer);

        const [error] = result as readonly [CmsError | null];
        assert.equal(error?.name, "TimeoutError");
      });
    }
  }
});
