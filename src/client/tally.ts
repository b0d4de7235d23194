import type { ListParams, Meta, PaginationMeta } from "./types/params.ts";
import { hasSeveralLocales } from "./steps.ts";
import type { DocumentRow, PageRequest } from "./steps.ts";

/** Keeps count of what a reading of many pages has seen. */
export class PageTracker {
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
  take<T extends DocumentRow>(
    rows: readonly T[],
    got: PaginationMeta,
    { by, params }: PageRequest,
  ): T[] {
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
  metaOf(got: PaginationMeta, { by }: PageRequest, isLast: boolean): Meta {
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

  #unseen<T extends DocumentRow>(rows: readonly T[], by: PageRequest["by"]): T[] {
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

  #keyOf({ documentId, id, locale = id }: DocumentRow): string {
    // A republished document has a new row id, so that counts only where nothing else tells locales apart.
    return this.#hasSeveralLocales ? `${documentId} ${String(locale)}` : documentId;
  }
}
