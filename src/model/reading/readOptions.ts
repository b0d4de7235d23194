import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";

/** How the requests of a read are sent, and who is told of its progress. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limits the requests of the whole action. */
  readonly limit?: ConcurrencyLimit | undefined;
  /** Called after each page with the number of rows read so far, and the total if it is known. */
  readonly onRead?: ((read: number, total: number | undefined) => void) | undefined;
}

/** The first rows of a list that may have more. */
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
