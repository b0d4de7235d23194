import assert from "node:assert/strict";
import { ConcurrencyLimit } from "../../../src/model/foundation/concurrencyLimit.ts";

describe("ConcurrencyLimit", () => {
  const waiting: (() => void)[] = [];
  const begun: number[] = [];
  const step = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((resolve) => {
      waiting.push(() => resolve(number));
    });
  };
  beforeEach(() => {
    begun.length = 0;
    waiting.length = 0;
  });
  /** Ends the step that has run longest, and lets others begin. */
  const end = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };

  it("ConcurrencyLimit runs at most as many steps at once as allowed, in the order of the calls", async () => {
    const limit = new ConcurrencyLimit(2);

    const all = Promise.all([1, 2, 3, 4].map((number) => limit.run(step(number))));
    const snapshots = [[...begun]];
    for (let remainingSteps = 4; remainingSteps > 0; remainingSteps -= 1) {
      await end();
      snapshots.push([...begun]);
    }

    assert.deepEqual(snapshots, [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    assert.deepEqual(await all, [1, 2, 3, 4]);
  });

  it("ConcurrencyLimit runs the next step after one that fails", async () => {
    const limit = new ConcurrencyLimit(1);
    const failing = limit.run(() => Promise.reject(new Error("no")));
    const next = limit.run(() => Promise.resolve("yes"));

    await assert.rejects(failing, /no/);

    assert.deepEqual(
      [await next, await limit.run(() => Promise.resolve("later"))],
      ["yes", "later"],
    );
  });
});
