import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** How long the window may take to reach an expected state, in milliseconds. The limit allows for a busy machine. */
export const stateTimeoutMs = 20_000;

/** Resolves when the condition is true. Rejects with the complaint after the limit. */
export async function until(
  complaint: string,
  isSo: () => Promise<boolean>,
  limit = stateTimeoutMs,
): Promise<void> {
  const deadline = Date.now() + limit;
  for (let wait = shortestWait; !(await isSo()); wait = longer(wait)) {
    if (Date.now() > deadline) throw new Error(complaint);
    await pause(wait);
  }
}

/**
 * The shortest and the longest pause between two checks, in milliseconds. Most conditions are true at once, and the
 * others may take long.
 */
const [shortestWait, longestWait] = [5, 100];
const longer = (wait: number): number => Math.min(2 * wait, longestWait);

/** Whether the promise resolves. */
export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Resolves when the value equals the expected one. Rejects with the difference after the limit. */
export async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + stateTimeoutMs;
  for (let wait = shortestWait; ; wait = longer(wait)) {
    const actual = await read();
    if (Date.now() > deadline || isDeepStrictEqual(actual, expected)) {
      assert.deepEqual(actual, expected);
      return;
    }
    await pause(wait);
  }
}
