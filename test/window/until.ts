import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** How long the window may take to come to what is expected, in milliseconds: a machine may be busy. */
export const patience = 20_000;

/** Resolves when the question is answered with true; rejects with the complaint when it was not in time. */
export async function until(
  complaint: string,
  isSo: () => Promise<boolean>,
  limit = patience,
): Promise<void> {
  const deadline = Date.now() + limit;
  for (let wait = shortestWait; !(await isSo()); wait = longer(wait)) {
    if (Date.now() > deadline) throw new Error(complaint);
    await pause(wait);
  }
}

/** The pauses between two looks, in milliseconds: most things are there at once, and what is not may take long. */
const [shortestWait, longestWait] = [5, 50];
const longer = (wait: number): number => Math.min(2 * wait, longestWait);

/** Whether it comes to a good end. */
export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Resolves when the value is the expected one; rejects with the difference when it was not in time. */
export async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + patience;
  for (let wait = shortestWait; ; wait = longer(wait)) {
    const actual = await read();
    if (Date.now() > deadline || isDeepStrictEqual(actual, expected)) {
      assert.deepEqual(actual, expected);
      return;
    }
    await pause(wait);
  }
}
