import assert from "node:assert/strict";
import { stalledBody } from "../../support/loopback.ts";
import { articles, calls } from "../endableCalls.ts";
import { loopbackCms } from "../loopbackCms.ts";

describe("close()", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`close() ends ${name} with a CmsAbortError while it waits for the answer`, async () => {
      at.service.answer(() => void at.cms.close());

      const [error, ...dataAndMeta] = await call(at.cms, {});

      assert.deepEqual([error?.name, ...dataAndMeta], ["CmsAbortError", null, null]);
      assert.equal(error?.name === "CmsAbortError" && error.isClosed, true);
      assert.equal(at.service.requests.length, 1);
    });
  }

  it("close() ends a call with a CmsAbortError while the body arrives, without a retry", async () => {
    at.service.answer((response, received) => {
      stalledBody(response, received);
      setImmediate(() => void at.cms.close());
    });

    const [error, ...dataAndMeta] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...dataAndMeta], ["CmsAbortError", null, null]);
    assert.equal(at.service.requests.length, 1);
  });

  it("close() makes a later call return a CmsAbortError, without a request", async () => {
    await at.cms.close();

    const [error, ...dataAndMeta] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...dataAndMeta], ["CmsAbortError", null, null]);
    assert.deepEqual(at.sent(), []);
  });

  it("close() does nothing the second time", async () => {
    await at.cms.close();

    await assert.doesNotReject(at.cms.close());
  });
});
