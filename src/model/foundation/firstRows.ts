import type { Result } from "../../client/index.ts";

/** Whether a list was left before its end was seen. */
interface ReadEnd {
  readonly isTruncated: boolean;
}

/** Reads the first rows of a list, in as many pages as it takes, and no more than `count`. */
export async function readFirst<T>(
  pages: AsyncIterable<Result<readonly T[], unknown>>,
  count: number,
): Promise<Result<readonly T[], ReadEnd>> {
  const rows: T[] = [];
  for await (const [error, page] of pages) {
    if (error) return [error, null, null];
    rows.push(...page);
    if (rows.length >= count) return [null, rows.slice(0, count), { isTruncated: true }];
  }
  return [null, rows, { isTruncated: false }];
}
