import assert from "node:assert/strict";
import { Pauses } from "../../src/host/shared/pauses.ts";

const never = new AbortController().signal;

/** Whether a promise has settled after the promises of this turn. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  return isOver;
}

describe("Pause of the running action", () => {
  let pauses: Pauses;
  beforeEach(() => {
    pauses = new Pauses();
  });
  afterEach(() => pauses.dispose());

  it("a paused action waits until it is continued", async () => {
    await pauses.during("Copying", async () => {
      pauses.pause();
      const waiting = pauses.untilContinued(never);
      const isOverWhilePaused = await hasEnded(waiting);
      pauses.continue();

      assert.deepEqual([isOverWhilePaused, await hasEnded(waiting)], [false, true]);
    });
  });

  it("a paused action can be cancelled", async () => {
    const stop = new AbortController();
    await pauses.during("Copying", async () => {
      pauses.pause();
      const waiting = pauses.untilContinued(stop.signal);
      stop.abort();

      assert.equal(await hasEnded(waiting), true);
    });
  });

  it("a pause lasts until it is continued, also when another action of the same name ends", async () => {
    await pauses.during("Publishing", async () => {
      pauses.pause();
      const waiting = pauses.untilContinued(never);
      await pauses.during("Publishing", () => Promise.resolve());
      const isOverWhilePaused = await hasEnded(waiting);
      pauses.continue();

      assert.deepEqual([isOverWhilePaused, await hasEnded(waiting)], [false, true]);
    });
  });

  it("a pause does not hold what runs later", async () => {
    await pauses.during("Copying", () => {
      pauses.pause();
      return Promise.resolve();
    });
    pauses.pause();

    assert.equal(pauses.isPaused, false);
  });
});
