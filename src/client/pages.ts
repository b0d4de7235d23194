import { callList, optionsOf } from "./documents.ts";
import type { CmsError } from "./errors.ts";
import type { Request, Transport } from "./http/call.ts";
import { chunksOf, longIdsOf, withIds } from "./http/lists.ts";
import { isRecord } from "./json.ts";
import { Progress } from "./progress.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Filters } from "./types/filters.ts";
import type { ListInput } from "./types/inputs.ts";
import type { ListParams, Meta, Pagination, PaginationMeta } from "./types/params.ts";

/** What reading page by page needs to know of a document. */
export interface PageRow {
  readonly documentId: string;
  readonly id?: unknown;
  readonly locale?: unknown;
}

/** One page of a reading: what is asked, and what is asked after it. */
export interface PageCall {
  readonly params: ListParams;
  /** By what the pages follow each other. */
  readonly by: "documentId" | "number";
  /** The step after this one; undefined when this page was the last. `isBarren`: it had nothing new. */
  next(rows: readonly PageRow[], got: PaginationMeta, isExhausted: boolean): PageCall | undefined;
}

/** The largest page that a service of this kind grants unless it is told otherwise. */
const largestPage = 100;

/**
 * How a list is read to its end. By documentId where the caller asked for no other order and no other
 * beginning: what is published, made or deleted meanwhile can't move what is still to be read, and no
 * page is slower than the first. Else page by page, in an order that ends in documentId.
 */
function firstPageRequest(params: ListParams): PageCall {
  const { sort = [], pagination = {} } = params;
  if (isByDocumentId(sort) && isFromTop(pagination)) return byDocumentId(params);
  const order = steadySort(sort);
  return numbered({ ...params, sort: order }, { withCount: true, ...firstRange(pagination) });
}

function byDocumentId(params: ListParams): PageCall {
  const first = hasSeveralLocales(params) ? overlapping : following;
  const { filters = {} } = params;
  const [step, ...later] = chunksOf(longIdsOf(filters) ?? []).map((ids) =>
    first({ ...params, filters: withIds(filters, { $in: ids }) }),
  );
  return step ? oneAfterTheOther(step, later) : first(params);
}

/** A list of locales is no more than the service's own; the types refuse it. */
const hasSeveralLocales = ({ locale }: { readonly locale?: unknown }): boolean =>
  locale === "*" || Array.isArray(locale);

const isByDocumentId = (sort: readonly string[]): boolean =>
  sort.length === 0 || (sort.length === 1 && /^documentId(:asc)?$/i.test(sort[0] ?? ""));

const isFromTop = (pagination: Pagination): boolean =>
  !isOffset(pagination) && (pagination.page ?? 1) <= 1;

/** A list of documentIds that is too long for one URL is read in parts, each to its end. */
function oneAfterTheOther(step: PageCall, later: readonly PageCall[]): PageCall {
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
function following(asked: ListParams, after?: string): PageCall {
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
function overlapping(asked: ListParams, from?: string, page = 1): PageCall {
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
function paramsAfter(asked: ListParams, last: string): ListParams {
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
const isShort = (rows: readonly PageRow[], { pageSize = rows.length }: PaginationMeta): boolean =>
  rows.length < pageSize;

/** Page by page, or offset by offset. */
function numbered(asked: ListParams, pagination: Pagination): PageCall {
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

function nextPage(asked: Pagination, got: PaginationMeta, rows: readonly PageRow[]) {
  const { page = asked.page ?? 1 } = got;
  return isShort(rows, got) ? undefined : { ...asked, page: page + 1 };
}

function nextOffset(asked: Pagination, got: PaginationMeta, rows: readonly PageRow[]) {
  const { start = asked.start ?? 0, limit = rows.length } = got;
  return rows.length < limit ? undefined : { ...asked, start: start + rows.length };
}

/** Keeps count of what a reading of many pages has seen. */
class PageTracker {
  /** Documents given so far. */
  read = 0;
  /** The documentId of the last one. */
  last: string | undefined;
  /** Pages in a row that had nothing new. */
  #emptyPages = 0;
  #pages = 0;
  /** What the service counted; undefined where it did not. A reading in parts is counted by part. */
  #total: number | undefined;
  /** Where in the list the reading began. */
  #start = 0;
  #seen = new Set<string>();
  #hasRepeats = false;
  readonly #hasSeveralLocales: boolean;

  constructor(params: ListParams) {
    this.#hasSeveralLocales = hasSeveralLocales(params);
  }

  /** The rows of a page that no earlier page had, by documentId and locale. */
  take<T extends PageRow>(rows: readonly T[], got: PaginationMeta, { by, params }: PageCall): T[] {
    if (params.pagination?.withCount) this.#count(got);
    this.#pages += 1;
    const fresh = this.#unseen(rows, by);
    this.read += fresh.length;
    this.last = rows.at(-1)?.documentId ?? this.last;
    this.#emptyPages = fresh.length === 0 ? this.#emptyPages + 1 : 0;
    this.#hasRepeats ||= by === "number" && fresh.length < rows.length;
    return fresh;
  }

  /**
   * Whether the page just taken shows that there is no more: it had nothing new, and all that was
   * counted has been read, or the page before had nothing new either. Some services give a page for ever.
   */
  get isExhausted(): boolean {
    return this.#emptyPages > 1 || (this.#emptyPages > 0 && this.read >= (this.#expected ?? 0));
  }

  /** The meta of the page just taken: counted once, told with each. */
  metaOf(got: PaginationMeta, { by }: PageCall, isLast: boolean): Meta {
    const total = this.#total;
    const { pageSize } = got;
    const pagination: PaginationMeta = {
      ...got,
      ...(by === "documentId" && { page: this.#pages }),
      ...(total !== undefined && { total }),
      ...(total !== undefined && pageSize && { pageCount: Math.ceil(total / pageSize) }),
    };
    return { pagination, ...(isLast && { changed: this.#isChanged }) };
  }

  #unseen<T extends PageRow>(rows: readonly T[], by: PageCall["by"]): T[] {
    const earlier = this.#seen;
    // By documentId only neighbours overlap: of a long reading no more is kept.
    if (by === "documentId" && !this.#hasSeveralLocales) this.#seen = new Set();
    return rows.filter((row) => {
      const key = this.#keyOf(row);
      const isNew = !earlier.has(key) && !this.#seen.has(key);
      this.#seen.add(key);
      return isNew;
    });
  }

  #count({ total, page = 1, pageSize = 0, start = (page - 1) * pageSize }: PaginationMeta): void {
    if (total === undefined) return;
    this.#total = (this.#total ?? 0) + total;
    this.#start = Math.max(0, start);
  }

  get #isChanged(): boolean {
    return this.#hasRepeats || (this.#expected ?? this.read) !== this.read;
  }

  get #expected(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(0, this.#total - this.#start);
  }

  #keyOf({ documentId, id, locale = id }: PageRow): string {
    // A republished document has a new row id, so that counts only where nothing else tells locales apart.
    return this.#hasSeveralLocales ? `${documentId} ${String(locale)}` : documentId;
  }
}

/**
 * Every page, one by one; ends after the last one or with the error tuple. The next page is asked for
 * while the caller works on this one, and no more than these two are held.
 */
export async function* readPages<T>(
  transport: Transport,
  path: Request["path"],
  { params = {}, ...input }: ListInput & { readonly leaving?: AbortController },
): AsyncGenerator<Result<T[], Meta>, void, void> {
  const { leaving = new AbortController() } = input;
  const bounds = optionsOf(input, transport.deadlineMs);
  const signal = anyOf(leaving.signal, bounds.signal);
  const ask = ({ params: query }: PageCall) =>
    callList<T & PageRow>(transport, { ...bounds, method: "GET", path, query, signal }, isDocument);
  const tracker = new PageTracker(params);
  let step = firstPageRequest(params);
  let coming = ask(step);
  try {
    for (;;) {
      const [error, rows, meta] = await coming;
      if (error) {
        yield fail(withProgress(error, { params, step, tracker }));
        return;
      }
      const got = meta.pagination ?? {};
      const fresh = tracker.take(rows, got, step);
      const next = step.next(rows, got, tracker.isExhausted);
      if (next) coming = ask(next);
      yield ok(fresh, tracker.metaOf(got, step, !next));
      if (!next) return;
      step = next;
    }
  } finally {
    // The caller may leave at any page: what is on its way is of no use then.
    leaving.abort();
  }
}

/** Without a documentId nobody could say where to go on. */
const isDocument = (row: unknown): boolean =>
  isRecord(row) && typeof row["documentId"] === "string";

function anyOf(leaving: AbortSignal, callers: unknown): AbortSignal {
  if (callers === undefined) return leaving;
  // Node takes anything here, and fails when it fires.
  if (!(callers instanceof AbortSignal)) throw new TypeError("The signal is no AbortSignal.");
  return AbortSignal.any([leaving, callers]);
}

/** All pages as one list. */
export async function readAll<T>(
  transport: Transport,
  path: Request["path"],
  input: ListInput,
): Promise<Result<T[], Meta>> {
  const all: T[] = [];
  let last: Meta = {};
  for await (const [error, rows, meta] of readPages<T>(transport, path, input)) {
    if (error) {
      if (error.progress) error.progress = new Progress(all.length, error.progress.resume, all);
      return fail(error);
    }
    for (const row of rows) all.push(row);
    last = meta;
  }
  const { pagination, changed = false } = last;
  return ok(all, { pagination: { total: pagination?.total ?? all.length }, changed });
}

interface ReadingState {
  readonly params: ListParams;
  readonly step: PageCall;
  readonly tracker: PageTracker;
}

/** A failure after the first page says how far the reading came, and how to go on. */
function withProgress(error: CmsError, { params, step, tracker }: ReadingState): CmsError {
  const { read, last } = tracker;
  if (last === undefined) return error;
  // Whoever goes on starts a reading of its own, with its own count.
  const { pagination } = step.params;
  const resume =
    step.by === "documentId"
      ? paramsAfter(params, last)
      : { ...step.params, pagination: { ...pagination, withCount: true } };
  error.progress = new Progress(read, resume);
  error.message += ` (after ${read} documents; error.progress.resume reads on)`;
  return error;
}
