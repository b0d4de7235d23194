import { callList, optionsOf } from "./documents.ts";
import type { CallOptions, ListParams, Meta, Pagination, PaginationMeta } from "./params.ts";
import type { Result } from "./result.ts";
import { ok } from "./result.ts";
import type { Request, Transport } from "./call.ts";

/** The largest page that a service of this kind grants unless it is told otherwise. */
const pageSize = 100;

export interface ListInput extends CallOptions {
  readonly params?: ListParams;
}

/**
 * Every page, one by one; ends after the last one or with the error tuple. Steps by the size that
 * the service granted, since it clamps what is asked in silence.
 */
export async function* readPages<T>(
  transport: Transport,
  path: Request["path"],
  { params = {}, ...options }: ListInput,
): AsyncGenerator<Result<T[], Meta>, void, void> {
  const sort = steadySort(params.sort);
  const next = isOffset(params.pagination) ? nextOffset : nextPage;
  let pagination: Pagination | undefined = firstOf(params.pagination);
  while (pagination) {
    const query = { ...params, sort, pagination };
    const result = await callList<T>(transport, {
      method: "GET",
      path,
      query,
      ...optionsOf(options),
    });
    yield result;
    const [error, rows, meta] = result;
    if (error || rows.length === 0) return;
    pagination = next(pagination, meta.pagination ?? {}, rows.length);
  }
}

/** All pages as one list. `meta.pagination` has the total that the last page told. */
export async function readAll<T>(
  transport: Transport,
  path: Request["path"],
  input: ListInput,
): Promise<Result<T[], Meta>> {
  const all: T[] = [];
  let total: number | undefined;
  for await (const result of readPages<T>(transport, path, input)) {
    const [error, rows, meta] = result;
    if (error) return result;
    for (const row of rows) all.push(row);
    total = meta.pagination?.total;
  }
  return ok(all, { pagination: { total: total ?? all.length } });
}

/** Whether the caller reads by offset; the service refuses a mixture with pages. */
export const isOffset = (asked: Pagination = {}): boolean =>
  asked.start !== undefined || asked.limit !== undefined;

/**
 * A sort that ends in documentId. Without it the order is the row id, which publishing renews: a
 * document published meanwhile jumps to the end, and pages lose and double rows.
 */
const steadySort = (sort: readonly string[] = []): readonly string[] =>
  sort.some((key) => /^documentId\b/.test(key)) ? sort : [...sort, "documentId:asc"];

const firstOf = (asked: Pagination = {}): Pagination =>
  ({ ...(isOffset(asked) ? { limit: pageSize } : { page: 1, pageSize }), ...asked }) as Pagination;

function nextPage(asked: Pagination, got: PaginationMeta, rows: number): Pagination | undefined {
  const page = got.page ?? asked.page ?? 1;
  const last = got.pageCount === undefined ? rows < (got.pageSize ?? rows) : page >= got.pageCount;
  return last ? undefined : ({ ...asked, page: page + 1 } as Pagination);
}

function nextOffset(asked: Pagination, got: PaginationMeta, rows: number): Pagination | undefined {
  const start = (got.start ?? asked.start ?? 0) + rows;
  const last = got.total === undefined ? rows < (got.limit ?? rows) : start >= got.total;
  return last ? undefined : ({ ...asked, start } as Pagination);
}
