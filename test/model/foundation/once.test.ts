import assert from "node:assert/strict";
import { once } from "../../../src/model/foundation/asyncSteps.ts";

describe("once", () => {
  it("once opens a single time for all callers, also while it is opening", async () => {
    let opened = 0;
    const open = once(() => Promise.resolve((opened += 1)));

    const openings = [open(), open()];

    assert.deepEqual([await Promise.all(openings), await open(), opened], [[1, 1], 1, 1]);
  });

  it("once tries again for the next caller when opening failed", async () => {
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
