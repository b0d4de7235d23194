import { callList, optionsOf } from "./requests.ts";
import { IncompleteListError, type CmsError } from "./errors.ts";
import type { Request, Transport } from "./http/call.ts";
import { chunksOf, longIdsOf, optionFault, withIds } from "./http/query.ts";
import { ReadProgress } from "./readProgress.ts";
import { fail, ok, unsent, type Result } from "./result.ts";
import type { Filters } from "./types/filters.ts";
import type { ListInput, ListParams, Meta, Pagination, PaginationMeta } from "./types/params.ts";

/** The fields of a document that reading in pages uses. A row that SQL wrote may have no documentId. */
interface PageRow {
  readonly documentId?: string | null;
  readonly id?: unknown;
  readonly locale?: unknown;
}

interface PageCall {
  readonly params: ListParams;
  /** The value that orders the pages. */
  readonly by: "documentId" | "number";
  /** The filter on documentId that the page starts by. */
  readonly range?: IdRange | undefined;
  /** The request after this page; undefined when this page was the last. */
  next(
    rows: readonly PageRow[],
    pageMeta: PaginationMeta,
    tracker: PageTracker,
  ): PageCall | undefined;
}

/** A page starts after a document, or with it again. */
type IdRange = { readonly $gt: string; readonly $gte?: never } | { readonly $gte: string };

/** The largest page that a service grants by default. */
const largestPage = 100;

/** How many documents beside twice the total may be created while a list is read. */
const margin = 1_000;

/** The most documents of a list whose service sends no total. */
const mostUncounted = 10_000_000;

/**
 * Chooses how a list is read to its end.
 *
 * By documentId if the caller asked for no other order and no other start. Publishing, creating or
 * deleting documents meanwhile can't move the unread ones, and no page is slower than the first.
 * Otherwise by page number, in an order that ends in documentId.
 */
function firstPageRequest(params: ListParams): PageCall {
  const { sort = [], pagination = {} } = params;
  const isByDocumentId =
    sort.length === 0 || (sort.length === 1 && /^documentId(:asc)?$/i.test(sort[0] ?? ""));
  const isFromTop = !isOffset(pagination) && (pagination.page ?? 1) <= 1;
  if (!isByDocumentId || !isFromTop) {
    const range = {
      withCount: true,
      ...(isOffset(pagination) ? { limit: largestPage } : { page: 1, pageSize: largestPage }),
      // An undefined part must not replace the part above.
      ...Object.fromEntries(Object.entries(pagination).filter(([, part]) => part !== undefined)),
    };
    // Without documentId at its end the order is the row id, which publishing renews. A document
    // published meanwhile would move to the end, and pages would lose and repeat rows.
    const isSteady = sort.some((key) => /^documentId\b/.test(key));
    return numbered({ ...params, sort: isSteady ? sort : [...sort, "documentId:asc"] }, range);
  }
  const { filters = {} } = params;
  const [step, ...later] = chunksOf(longIdsOf(filters) ?? []).map((ids) =>
    following({ ...params, filters: withIds(filters, { $in: ids }) }),
  );
  return step ? oneAfterTheOther(step, later) : following(params);
}

/** The types reject a list of locales. Untyped callers can pass one. */
const hasSeveralLocales = ({ locale }: { readonly locale?: unknown }): boolean =>
  locale === "*" || Array.isArray(locale);

/** Reads a list of documentIds that is too long for one URL in parts, each to its end. */
function oneAfterTheOther(step: PageCall, later: readonly PageCall[]): PageCall {
  const [nextPart, ...remainingParts] = later;
  return {
    ...step,
    next: (rows, pageMeta, tracker) => {
      const next: PageCall | undefined = step.next(rows, pageMeta, tracker);
      if (next) return oneAfterTheOther(next, later);
      return nextPart && oneAfterTheOther(nextPart, remainingParts);
    },
  };
}

/** Whether the caller reads by offset. The service rejects a mixture of offset and pages. */
export const isOffset = (pagination: Pagination = {}): boolean =>
  pagination.start !== undefined || pagination.limit !== undefined;

/**
 * Each page starts after the last document of the previous page.
 *
 * With several locales, a document has several rows, and a page can end between them. The next page
 * then starts with that document again. If one document fills a page, its next page follows. So it
 * does where a database sorts rows without a documentId first, which can fill pages.
 */
function following(params: ListParams, last?: string, page = 1): PageCall {
  const isOverlapping = hasSeveralLocales(params);
  const range = last === undefined ? undefined : rangeAfter(params, last);
  const { pageSize = largestPage, withCount = true } = params.pagination ?? {};
  return {
    params: {
      ...params,
      sort: isOverlapping ? ["documentId:asc", "id:asc"] : ["documentId:asc"],
      pagination: { pageSize, withCount: withCount && !range, ...(page > 1 && { page }) },
      ...(range && { filters: withRange(params.filters, { documentId: range }) }),
    },
    by: "documentId",
    range,
    next: (rows, pageMeta, tracker) => {
      if (isOverlapping && tracker.isExhausted) return undefined;
      if (isLast(rows, pageMeta, tracker)) return undefined;
      const nextLast = lastIdOf(rows) ?? last;
      return nextLast === last ? following(params, last, page + 1) : following(params, nextLast);
    },
  };
}

/** The filter for the documents after `last`. With several locales, some rows of it may be unread. */
const rangeAfter = (params: ListParams, last: string): IdRange =>
  hasSeveralLocales(params) ? { $gte: last } : { $gt: last };

const lastIdOf = (rows: readonly PageRow[]): string | undefined =>
  rows.findLast(({ documentId }) => documentId)?.documentId ?? undefined;

function withRange(filters: Filters | undefined, range: Filters): Filters {
  if (!filters) return range;
  const { $and, ...others } = filters;
  const isAlone = Object.keys(others).length === 0;
  // Adds to an existing `$and`, so that repeated resumes don't nest deeper.
  const conditions = Array.isArray($and) && isAlone ? ($and as unknown[]) : [filters];
  return { $and: [...conditions, range] };
}

/** The params that read the documents after `last`. A failed read resumes with them. */
function paramsAfter(params: ListParams, last: string): ListParams {
  const range = rangeAfter(params, last);
  const { filters = {} } = params;
  const $in = longIdsOf(filters)?.filter((id) => id >= last);
  return {
    ...params,
    filters: $in
      ? withIds(filters, { ...range, $in })
      : withRange(params.filters, { documentId: range }),
  };
}

/**
 * Whether a page is the last one: it is empty, or it has fewer rows than the service grants and all
 * counted documents are read. A short page alone is not the last one, because a service can remove
 * rows after its query.
 */
const isLast = (
  rows: readonly PageRow[],
  pageMeta: PaginationMeta,
  { isWhole }: PageTracker,
): boolean => rows.length === 0 || (isWhole && rows.length < grantedRows(pageMeta, rows));

const grantedRows = ({ pageSize, limit }: PaginationMeta, rows: readonly PageRow[] = []): number =>
  limit ?? pageSize ?? rows.length;

const startOf = ({ page = 1, pageSize = 0, start = (page - 1) * pageSize }: PaginationMeta) =>
  start;

/** Whether a page shows that the service ignored the filter that continues the list. */
function ignoresFilter(
  rows: readonly PageRow[],
  fresh: readonly PageRow[],
  { range }: PageCall,
): boolean {
  if (!range) return false;
  const ids = rows.map(({ documentId }) => documentId);
  if (range.$gte === undefined) return ids.some((id) => id === range.$gt);
  return fresh.length === 0 && ids.some((id) => id && id !== range.$gte);
}

function numbered(params: ListParams, pagination: Pagination): PageCall {
  return {
    params: { ...params, pagination },
    by: "number",
    next: (rows, pageMeta, tracker) => {
      if (tracker.isExhausted || isLast(rows, pageMeta, tracker)) return undefined;
      const {
        start = pagination.start ?? 0,
        limit = rows.length,
        page = pagination.page ?? 1,
      } = pageMeta;
      const after = isOffset(pagination) ? { start: start + limit } : { page: page + 1 };
      return numbered(params, { ...pagination, ...after, withCount: false } as Pagination);
    },
  };
}

type Ask<T> = (params: ListParams) => Promise<Result<T[], Meta>>;

class PageTracker {
  /** The number of documents returned so far. */
  read = 0;
  /** Whether a page had fewer rows than the service counted at the same time. */
  #hidesRows = false;
  /** The documentId of the last document. */
  #last: string | undefined;
  /** The number of consecutive pages without a new document. */
  #emptyPages = 0;
  #pages = 0;
  /** The service's total; undefined where it sent none. A read in parts adds up theirs. */
  #total: number | undefined;
  /** The offset in the list at which the read started. */
  #start = 0;
  #seen = new Set<string>();
  /** The first request of each part of the list, which counts it. */
  readonly #parts: ListParams[] = [];
  #hasRepeats = false;
  readonly #hasSeveralLocales: boolean;

  constructor(params: ListParams) {
    this.#hasSeveralLocales = hasSeveralLocales(params);
  }

  /**
   * The rows that no earlier page had, by documentId and locale. A corrupt database can have several
   * rows of a localization, which are in the same page as a rule.
   */
  take<T extends PageRow>(
    rows: readonly T[],
    pageMeta: PaginationMeta,
    { by, params }: PageCall,
  ): T[] {
    const { total } = pageMeta;
    if (params.pagination?.withCount && total !== undefined) {
      this.#parts.push(params);
      this.#total = (this.#total ?? 0) + total;
      this.#start = Math.max(0, startOf(pageMeta));
    }
    this.#pages += 1;
    const earlier = this.#seen;
    // By documentId, only adjacent pages overlap, so only the last page's keys are kept.
    if (by === "documentId" && !this.#hasSeveralLocales) this.#seen = new Set();
    const ids = new Set<unknown>();
    const fresh = rows.filter((row) => {
      const { id = this.#keyOf(row) } = row;
      const isNew = !earlier.has(this.#keyOf(row)) && !ids.has(id);
      ids.add(id);
      return isNew;
    });
    for (const row of rows) this.#seen.add(this.#keyOf(row));
    this.read += fresh.length;
    this.#last = lastIdOf(rows) ?? this.#last;
    this.#emptyPages = fresh.length === 0 ? this.#emptyPages + 1 : 0;
    this.#hasRepeats ||= by === "number" && fresh.length < rows.length;
    return fresh;
  }

  /**
   * Whether the last page shows that there are no more documents. It had no new document, and
   * either all counted documents are read or the previous page had none either. Some services
   * return pages forever.
   */
  get isExhausted(): boolean {
    return this.#emptyPages > 1 || (this.#emptyPages > 0 && this.read >= (this.expected ?? 0));
  }

  /** Whether as many documents were read as the service counted. */
  get isWhole(): boolean {
    return this.expected !== undefined && this.read >= this.expected;
  }

  /** Whether the service counted more documents than it returned. */
  get #isShort(): boolean {
    return this.expected !== undefined && this.read < this.expected;
  }

  /** Whether the service counted more documents than it returned, and removed some itself. */
  get isIncomplete(): boolean {
    return this.#isShort && this.#hidesRows;
  }

  /** Why the list can't be read any further after a page; undefined if it can. */
  faultOf(rows: readonly PageRow[], fresh: readonly PageRow[], step: PageCall): string | undefined {
    if (ignoresFilter(rows, fresh, step))
      return "The service ignores the filter on documentId, so the list can't be read.";
    const { expected } = this;
    const isEndless = this.read > (expected === undefined ? mostUncounted : expected * 2 + margin);
    return isEndless ? "The service returns many more documents than it counted." : undefined;
  }

  /** Notes whether the service removed rows from a short page, which otherwise is the last one. */
  async noteHiddenRows<T>(
    rows: readonly PageRow[],
    pageMeta: PaginationMeta,
    { params }: PageCall,
    ask: Ask<T>,
  ): Promise<void> {
    if (this.#hidesRows || !this.#isShort || rows.length >= grantedRows(pageMeta, rows)) return;
    // The service must return as many rows of the page as it counts at the same time.
    const pagination = { ...params.pagination, withCount: true } as Pagination;
    const [, again, meta] = await ask({ ...params, pagination });
    const againMeta = meta?.pagination ?? {};
    const promisedRows = (againMeta.total ?? 0) - startOf(againMeta);
    this.#hidesRows =
      again !== null && again.length < Math.min(grantedRows(againMeta), promisedRows);
  }

  /** Reads the counted rows without a documentId, which no page after a documentId contains. */
  async readUnnamed<T extends PageRow>({ by }: PageCall, ask: Ask<T>): Promise<T[]> {
    if (by === "number" || !this.#isShort) return [];
    const unnamed = { documentId: { $null: true } };
    const answers = await Promise.all(
      this.#parts.map((part) =>
        ask({ ...part, sort: ["id:asc"], filters: withRange(part.filters, unnamed) }),
      ),
    );
    const rows = answers.flatMap(([, answer]) => answer ?? []);
    const fresh = rows.filter((row) => !row.documentId && !this.#seen.has(this.#keyOf(row)));
    this.read += fresh.length;
    return fresh;
  }

  /** Adds the progress and the params to resume to a failure after the first page. */
  withProgress(error: CmsError, params: ListParams, step: PageCall): CmsError {
    if (this.#last === undefined) return error;
    // The resumed read starts its own count.
    const pagination = { ...step.params.pagination, withCount: true };
    const resume =
      step.by === "documentId" ? paramsAfter(params, this.#last) : { ...step.params, pagination };
    error.progress = new ReadProgress(this.read, resume);
    error.message += ` (after ${this.read} documents; error.progress.resume reads the rest)`;
    return error;
  }

  /** The meta of the last page. The total is counted once and repeated on each page. */
  metaOf(pageMeta: PaginationMeta, { by }: PageCall, isLast: boolean): Meta {
    const total = this.#total;
    const { pageSize } = pageMeta;
    const pagination: PaginationMeta = {
      ...pageMeta,
      ...(by === "documentId" && { page: this.#pages }),
      ...(total !== undefined && { total }),
      ...(total !== undefined && pageSize && { pageCount: Math.ceil(total / pageSize) }),
    };
    const changed = this.#hasRepeats || (this.expected ?? this.read) !== this.read;
    return { pagination, ...(isLast && !this.isIncomplete && { changed }) };
  }

  /** The number of documents that the service counted; undefined where it sent no total. */
  get expected(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(0, this.#total - this.#start);
  }

  #keyOf({ documentId, id, locale = id }: PageRow): string {
    if (!documentId) return ` ${String(id)}`;
    // Uses the row id only where the row has no locale: republishing changes the id.
    return this.#hasSeveralLocales ? `${documentId} ${String(locale)}` : documentId;
  }
}

/**
 * Yields every page. Ends after the last page or with the error tuple. Requests the next page while
 * the caller works on this one, and holds no more than these two.
 */
export async function* readPages<T>(
  transport: Transport,
  path: Request["path"],
  { params = {}, ...input }: ListInput & { readonly leaving?: AbortController },
): AsyncGenerator<Result<T[], Meta>, void, void> {
  const { leaving = new AbortController() } = input;
  const bounds = optionsOf(input, transport.deadlineMs);
  const callers: unknown = bounds.signal;
  // Node accepts any value here, and fails when it fires.
  if (callers !== undefined && !(callers instanceof AbortSignal))
    throw new TypeError("The signal must be an AbortSignal.");
  const wrongOption = optionFault(params);
  if (wrongOption !== undefined) {
    yield fail(unsent("GET", transport.url + path.join("/"), wrongOption));
    return;
  }
  const signal = AbortSignal.any([leaving.signal, ...(callers ? [callers] : [])]);
  const ask = (query: ListParams) =>
    callList<T & PageRow>(transport, { ...bounds, method: "GET", path, query, signal });
  const tracker = new PageTracker(params);
  const incomplete = (message: string) => {
    const url = transport.url + path.join("/");
    const call = { method: "GET", url, attempts: 1, elapsedMs: 0 };
    return new IncompleteListError(message, { call, read: tracker.read });
  };
  let step: PageCall | undefined = firstPageRequest(params);
  let coming = ask(step.params);
  try {
    while (step) {
      const [error, rows, meta] = await coming;
      if (error) {
        yield fail(tracker.withProgress(error, params, step));
        return;
      }
      const { pagination: pageMeta = {} } = meta;
      const fresh = tracker.take(rows, pageMeta, step);
      const fault = tracker.faultOf(rows, fresh, step);
      if (fault !== undefined) {
        yield fail(incomplete(fault));
        return;
      }
      const next = step.next(rows, pageMeta, tracker);
      if (next) coming = ask(next.params);
      await tracker.noteHiddenRows(rows, pageMeta, step, ask);
      const unnamed = next ? [] : await tracker.readUnnamed(step, ask);
      yield ok([...fresh, ...unnamed], tracker.metaOf(pageMeta, step, !next));
      step = next;
    }
    const { isIncomplete, expected = 0, read } = tracker;
    const words = `The service counts ${expected} documents and returns ${read} of them.`;
    if (isIncomplete) yield fail(incomplete(words));
  } finally {
    // The caller can leave at any page. The pending request is then useless.
    leaving.abort();
  }
}

export async function readAll<T>(
  transport: Transport,
  path: Request["path"],
  input: ListInput,
): Promise<Result<T[], Meta>> {
  const all: T[] = [];
  let last: Meta = {};
  for await (const [error, rows, meta] of readPages<T>(transport, path, input)) {
    if (error) {
      if (error.progress) error.progress = new ReadProgress(all.length, error.progress.resume, all);
      return fail(error);
    }
    for (const row of rows) all.push(row);
    last = meta;
  }
  const { pagination, changed = false } = last;
  return ok(all, { pagination: { total: pagination?.total ?? all.length }, changed });
}
