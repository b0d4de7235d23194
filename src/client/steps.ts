import type { Filters } from "./types/filters.ts";
import { chunksOf, longIdsOf, withIds } from "./http/lists.ts";
import type { ListParams, Pagination, PaginationMeta } from "./types/params.ts";

/** What reading page by page needs to know of a document. */
export interface DocumentRow {
  readonly documentId: string;
  readonly id?: unknown;
  readonly locale?: unknown;
}

/** One page of a reading: what is asked, and what is asked after it. */
export interface PageRequest {
  readonly params: ListParams;
  /** By what the pages follow each other. */
  readonly by: "documentId" | "number";
  /** The step after this one; undefined when this page was the last. `isBarren`: it had nothing new. */
  next(
    rows: readonly DocumentRow[],
    got: PaginationMeta,
    isExhausted: boolean,
  ): PageRequest | undefined;
}

/** The largest page that a service of this kind grants unless it is told otherwise. */
const largestPage = 100;

/**
 * How a list is read to its end. By documentId where the caller asked for no other order and no other
 * beginning: what is published, made or deleted meanwhile can't move what is still to be read, and no
 * page is slower than the first. Else page by page, in an order that ends in documentId.
 */
export function firstPageRequest(params: ListParams): PageRequest {
  const { sort = [], pagination = {} } = params;
  if (isByDocumentId(sort) && isFromTop(pagination)) return byDocumentId(params);
  const order = steadySort(sort);
  return numbered({ ...params, sort: order }, { withCount: true, ...firstRange(pagination) });
}

function byDocumentId(params: ListParams): PageRequest {
  const first = hasSeveralLocales(params) ? overlapping : following;
  const { filters = {} } = params;
  const [step, ...later] = chunksOf(longIdsOf(filters) ?? []).map((ids) =>
    first({ ...params, filters: withIds(filters, { $in: ids }) }),
  );
  return step ? oneAfterTheOther(step, later) : first(params);
}

/** A list of locales is no more than the service's own; the types refuse it. */
export const hasSeveralLocales = ({ locale }: { readonly locale?: unknown }): boolean =>
  locale === "*" || Array.isArray(locale);

const isByDocumentId = (sort: readonly string[]): boolean =>
  sort.length === 0 || (sort.length === 1 && /^documentId(:asc)?$/i.test(sort[0] ?? ""));

const isFromTop = (pagination: Pagination): boolean =>
  !isOffset(pagination) && (pagination.page ?? 1) <= 1;

/** A list of documentIds that is too long for one URL is read in parts, each to its end. */
function oneAfterTheOther(step: PageRequest, later: readonly PageRequest[]): PageRequest {
  const [then, ...rest] = later;
  return {
    ...step,
    next: (rows, got, isExhausted) => {
      const following = step.next(rows, got, isExhausted);
      if (following) return oneAfterTheOther(following, later);
      return then && oneAfterTheOther(then, rest);
    },
  };
}

/** Whether the caller reads by offset; the service refuses a mixture with pages. */
export const isOffset = (asked: Pagination = {}): boolean =>
  asked.start !== undefined || asked.limit !== undefined;

/** Each page begins after the last document of the one before. */
function following(asked: ListParams, after?: string): PageRequest {
  const params = keyed(asked, ["documentId:asc"], after === undefined ? undefined : { $gt: after });
  return {
    params,
    by: "documentId",
    next: (rows, got) => {
      const last = rows.at(-1)?.documentId;
      // The same one again: the service does not look at the filter.
      if (last === undefined || last === after || isShort(rows, got)) return undefined;
      return following(asked, last);
    },
  };
}

/**
 * With every locale a document has several rows, and a page may end among them: the next page begins
 * with that document once more. Where one document fills a page, its next page follows.
 */
function overlapping(asked: ListParams, from?: string, page = 1): PageRequest {
  const range = from === undefined ? undefined : { $gte: from };
  const { pagination, ...params } = keyed(asked, ["documentId:asc", "id:asc"], range);
  return {
    params: { ...params, pagination: { ...pagination, page } as Pagination },
    by: "documentId",
    next: (rows, got, isExhausted) => {
      const last = rows.at(-1)?.documentId;
      if (last === undefined || isExhausted || isShort(rows, got)) return undefined;
      return last === from ? overlapping(asked, from, page + 1) : overlapping(asked, last);
    },
  };
}

function keyed(asked: ListParams, sort: readonly string[], documentId?: Filters): ListParams {
  const { pageSize = largestPage, withCount = true } = asked.pagination ?? {};
  const pagination = { pageSize, withCount: withCount && !documentId };
  if (!documentId) return { ...asked, sort, pagination };
  return { ...asked, sort, pagination, filters: withRange(asked.filters, { documentId }) };
}

function withRange(filters: Filters | undefined, range: Filters): Filters {
  if (!filters) return range;
  const { $and, ...others } = filters;
  const isAlone = Object.keys(others).length === 0;
  // A reading that is gone on with again and again does not nest deeper each time.
  const conditions = Array.isArray($and) && isAlone ? ($and as unknown[]) : [filters];
  return { $and: [...conditions, range] };
}

/** The params that read what comes after a document: what a reading that failed goes on with. */
export function paramsAfter(asked: ListParams, last: string): ListParams {
  // With several locales, the next of that document may not have been read.
  const range = hasSeveralLocales(asked) ? { $gte: last } : { $gt: last };
  const { filters = {} } = asked;
  const $in = longIdsOf(filters)?.filter((id) => id >= last);
  return {
    ...asked,
    filters: $in
      ? withIds(filters, { ...range, $in })
      : withRange(asked.filters, { documentId: range }),
  };
}

/** Whether a page has fewer rows than the service grants: the last one then. */
const isShort = (
  rows: readonly DocumentRow[],
  { pageSize = rows.length }: PaginationMeta,
): boolean => rows.length < pageSize;

/** Page by page, or offset by offset. */
function numbered(asked: ListParams, pagination: Pagination): PageRequest {
  const after = isOffset(pagination) ? nextOffset : nextPage;
  return {
    params: { ...asked, pagination },
    by: "number",
    next: (rows, got, isExhausted) => {
      if (rows.length === 0 || isExhausted) return undefined;
      const range = after(pagination, got, rows);
      return range && numbered(asked, { ...range, withCount: false } as Pagination);
    },
  };
}

/**
 * A sort that ends in documentId. Without it the order is the row id, which publishing renews: a
 * document published meanwhile jumps to the end, and pages lose and double rows.
 */
const steadySort = (sort: readonly string[]): readonly string[] =>
  sort.some((key) => /^documentId\b/.test(key)) ? sort : [...sort, "documentId:asc"];

const firstRange = (asked: Pagination): Pagination =>
  ({
    ...(isOffset(asked) ? { limit: largestPage } : { page: 1, pageSize: largestPage }),
    ...asked,
  }) as Pagination;

function nextPage(asked: Pagination, got: PaginationMeta, rows: readonly DocumentRow[]) {
  const { page = asked.page ?? 1 } = got;
  return isShort(rows, got) ? undefined : { ...asked, page: page + 1 };
}

function nextOffset(asked: Pagination, got: PaginationMeta, rows: readonly DocumentRow[]) {
  const { start = asked.start ?? 0, limit = rows.length } = got;
  return rows.length < limit ? undefined : { ...asked, start: start + rows.length };
}
