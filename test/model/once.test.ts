import assert from "node:assert/strict";
import { once } from "../../src/model/foundation/async.ts";

describe("What is opened once", () => {
  it("is the same for all who ask, also for those who ask while it is opened", async () => {
    let opened = 0;
    const open = once(() => Promise.resolve((opened += 1)));

    const asked = [open(), open()];

    assert.deepEqual([await Promise.all(asked), await open(), opened], [[1, 1], 1, 1]);
  });

  it("is tried again by the next one who asks, where it could not be opened", async () => {
    let tried = 0;
    const open = once(() =>
      (tried += 1) === 1
        ? Promise.reject(new Error("held by another program"))
        : Promise.resolve(tried),
    );

    await assert.rejects(open(), /held by another program/);

    assert.equal(await open(), 2);
  });
});
