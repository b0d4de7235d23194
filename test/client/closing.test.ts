import assert from "node:assert/strict";
import { stalledBody } from "../support/loopback.ts";
import { articles, calls } from "./endableCalls.ts";
import { loopbackCms } from "./loopbackCms.ts";

describe("Closing the client", () => {
  const at = loopbackCms();

  for (const [name, call] of Object.entries(calls)) {
    it(`while ${name} waits ends it with an error tuple`, async () => {
      at.service.answer(() => void at.cms.close());

      const [error, ...rest] = await call(at.cms, {});

      assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
      assert.equal(at.service.requests.length, 1);
    });
  }

  it("in the middle of a body ends the call with an error tuple, and asks no second time", async () => {
    at.service.answer((response, received) => {
      stalledBody(response, received);
      setImmediate(() => void at.cms.close());
    });

    const [error, ...rest] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
    assert.equal(at.service.requests.length, 1);
  });

  it("lets a later call end with an error tuple, and nothing is sent", async () => {
    await at.cms.close();

    const [error, ...rest] = await articles(at.cms).findMany();

    assert.deepEqual([error?.name, ...rest], ["AbortError", null, null]);
    assert.deepEqual(at.sent(), []);
  });

  it("a second time does nothing", async () => {
    await at.cms.close();

    await assert.doesNotReject(at.cms.close());
  });
});
