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
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(complaint);
    await pause(50);
  }
}

/** Whether it comes to a good end. */
export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** Resolves when the value is the expected one; rejects with the difference when it was not in time. */
export async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const actual = await read();
    if (Date.now() > deadline || isDeepStrictEqual(actual, expected)) {
      assert.deepEqual(actual, expected);
      return;
    }
    await pause(50);
  }
}
