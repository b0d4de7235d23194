import { done, failed, type Outcome, type ServiceFailure } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "./readOptions.ts";

/** The number of rows to request in a page. The routes of files and users grant any number. */
const rowsPerPage = 100;

/** The most rows of a list. A service that returns more may never end. */
const maxRows = 10_000_000;

type Rows<T> = Outcome<readonly T[], ServiceFailure>;

const pageAfter = (id: number) =>
  ({
    filter: { id: { $gt: id } },
    sort: ["id:asc"],
    pagination: { start: 0, limit: rowsPerPage },
  }) as const;

/**
 * Reads files or users in the order of their numeric ids, until a page is empty: their routes send
 * no total, and a page that isn't full may lack rows that the service removed from it.
 */
export async function* readById<T extends { readonly id: number }>(
  read: (page: ReturnType<typeof pageAfter>) => Promise<Rows<T>>,
): AsyncGenerator<Outcome<readonly T[], ReadFailure>, void, void> {
  for (let [last, count] = [0, 0]; ;) {
    const [failure, rows] = await read(pageAfter(last));
    if (failure) return yield failed(failure);
    const lastId = rows.at(-1)?.id;
    if (lastId === undefined) return;
    // A service that ignores the filter or the order returns the same rows again, or leaves some out.
    const isInOrder = rows.every(({ id }, at) => id > (rows[at - 1]?.id ?? last));
    count += rows.length;
    if (!isInOrder || count > maxRows) return yield failed({ code: "endless-pages" });
    yield done(rows);
    last = lastId;
  }
}

export interface OffsetPage<T> {
  readonly rows: readonly T[];
  readonly isLast: boolean;
  /** The number of all rows, if the service counts them. */
  readonly total?: number | undefined;
  /** How many rows the service returned beside these, which don't contain the searched text. */
  readonly omitted?: number;
}

/** Where a page begins, and its length. After a delete, the next numbered page would skip a row. */
export interface OffsetRange {
  readonly start: number;
  readonly limit: number;
}

/** Reads a page of a list without a total. The next page shows whether a short one is the last. */
export async function readOffsetPage<T>(
  { start, limit }: OffsetRange,
  read: (range: OffsetRange) => Promise<Rows<T>>,
): ReadResult<OffsetPage<T>> {
  const [failure, rows] = await read({ start, limit });
  if (failure) return failed(failure);
  // A service without pagination returns all rows at once.
  if (rows.length > limit || rows.length === 0) return done({ rows, isLast: true });
  if (rows.length === limit) return done({ rows, isLast: false });
  const [unread, laterRows] = await read({ start: start + limit, limit });
  return unread ? failed(unread) : done({ rows, isLast: laterRows.length === 0 });
}
