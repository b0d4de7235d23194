import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "./readFailure.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limits the requests of the whole action. */
  readonly limit?: ConcurrencyLimit | undefined;
  /** Called after each page with the number of rows read so far, and the total if it is known. */
  readonly onRead?: ((read: number, total: number | undefined) => void) | undefined;
}

export interface Truncated<T> {
  readonly rows: readonly T[];
  readonly isTruncated: boolean;
  /** The number of all rows, if the service returned it. */
  readonly total: number | undefined;
}

/** The first rows of a list of which one more was requested. */
export const firstOf = <T>(rows: readonly T[], count: number): Truncated<T> => ({
  rows: rows.slice(0, count),
  isTruncated: rows.length > count,
  total: undefined,
});

/** Counts the rows of all pages. Returns the failure of the last page if they are incomplete. */
export async function countAll(
  pages: AsyncIterable<Outcome<readonly unknown[], ReadFailure>>,
): ReadResult<number> {
  let count = 0;
  for await (const [failure, rows] of pages) {
    if (failure) return failed(failure);
    count += rows.length;
  }
  return done(count);
}
