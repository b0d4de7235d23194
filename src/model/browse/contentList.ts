import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { done, failed, isDeniedToAnonymous } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import type { CmsFile } from "../../client/index.ts";
import type { UserRow } from "../connect/userRow.ts";
import type { OffsetPage, OffsetRange } from "../reading/idPages.ts";
import type { State } from "../content/publicationStatus.ts";

export interface DocumentRow {
  readonly kind: "document";
  readonly id: string;
  /** Empty if it has no title. */
  readonly title: string;
  /** ISO 8601, as returned by the service. */
  readonly updatedAt: string;
  readonly locale?: string;
  readonly publishable: boolean;
  /** The service's locales that the document lacks; absent if its type isn't localized. */
  readonly missing?: readonly string[];
  /** Absent until requested, and for types without draft & publish. */
  readonly state?: State;
}

export interface FileRow {
  readonly kind: "file";
  /** The documentId. */
  readonly id: string;
  readonly title: string;
  readonly file: CmsFile;
}

export type Row = DocumentRow | UserRow | FileRow;

export type Page = OffsetPage<Row>;

/** The source of rows: one list request for each page, and another for values that a list lacks. */
export interface RowSource {
  page(range: OffsetRange, signal?: AbortSignal): ReadResult<Page>;
  /** The row with an id; undefined if it isn't listed. */
  row(id: string): ReadResult<Row | undefined>;
  count(): ReadResult<number>;
  /** The states of loaded rows, by id; undefined if the rows have no states. */
  readonly states?: (rows: readonly Row[]) => ReadResult<ReadonlyMap<string, State>>;
}

/** The current rows of a listing. Reading them sends no request. */
export interface ListingView {
  readonly rows: readonly Row[];
  /** The total on the service, if the service returned it or every page is read. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Whether another client is known to have changed the list since its first page was read. */
  readonly hasMoved: boolean;
  /** Why the last page could not be read. Rows of earlier pages remain. */
  readonly failure: ReadFailure | undefined;
}

/** The ids of rows that changed in place; undefined if rows were added or removed. */
type ListingChange = readonly string[] | undefined;

export interface PageOptions {
  readonly limit: number;
  /** Whether new rows are reported only after their number has doubled, and not for every page. */
  readonly isQuiet?: boolean;
  readonly signal?: AbortSignal;
}

export interface Loading {
  readonly upTo: number;
  readonly signal: AbortSignal;
  /** Called after each page with the number of loaded rows and the total. */
  readonly tell: (loaded: number, total: number | undefined) => void;
}

/** The largest page that a service returns, unless it is configured otherwise. */
const maxPageSize = 100;

/** The rows of one collection in one locale, read page by page and cached. */
export class ContentList extends ResourceOwner {
  readonly #changed = this.own(new Emitter<ListingChange>());
  readonly onDidChange = this.#changed.event;
  readonly #source: () => ReadResult<RowSource>;
  readonly #pageSize: () => number;
  #rows = new LoadedRows();
  #failure: ReadFailure | undefined;
  #isStale = true;
  /** Whether the next page is the first one, which replaces all rows. */
  #isFirst = true;
  #epoch = 0;
  /** The page that is being read. A reset abandons it. */
  #loading: Promise<void> | undefined;
  #statesLoaded: Promise<void> | undefined;
  #reportedSize = 0;
  #epochOfCount = -1;

  constructor(source: () => ReadResult<RowSource>, pageSize: () => number) {
    super();
    this.#source = source;
    this.#pageSize = pageSize;
  }

  get view(): ListingView {
    const { list } =
      this.#isFirst && isDeniedToAnonymous(this.#failure) ? new LoadedRows() : this.#rows;
    // The first page will replace these rows. They are hidden if access is denied to the anonymous
    // client. Either way there is more to read.
    return { ...list, hasMore: this.#isFirst || list.hasMore, failure: this.#failure };
  }

  /** Undefined if the row isn't loaded. */
  row(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  async open(): Promise<ListingView> {
    if (this.#isStale) await this.more();
    return this.view;
  }

  /** Reads one page, even if it is called again before that page is read. */
  async more(turn: PageOptions = { limit: this.#pageSize() }): Promise<void> {
    const loading =
      this.#loading ??
      this.#turn(turn).finally(() => {
        if (this.#loading === loading) this.#loading = undefined;
      });
    this.#loading = loading;
    await loading;
  }

  /** The row with an id, read and added after the loaded rows; undefined if it isn't listed. */
  async find(id: string): ReadResult<Row | undefined> {
    await this.open();
    const loadedRow = this.#rows.get(id);
    if (loadedRow) return done(loadedRow);
    const epoch = this.#epoch;
    const [unavailable, source] = await this.#source();
    if (unavailable) return failed(unavailable);
    const [failure, row] = await source.row(id);
    if (failure) return failed(failure);
    if (row && epoch === this.#epoch) {
      this.#rows.put(row);
      this.#statesLoaded = this.#addStates(source, [row]);
      this.#report(undefined);
    }
    return done(row);
  }

  /** Counts the rows once, before a page returns their total. If rejected, it stays unknown. */
  async count(): Promise<void> {
    const epoch = this.#epoch;
    const isCurrent = () => !this.#isStale || epoch !== this.#epoch;
    if (isCurrent() || this.#epochOfCount === epoch) return;
    this.#epochOfCount = epoch;
    const [unavailable, source] = await this.#source();
    const [failure, total] = unavailable ? failed(unavailable) : await source.count();
    // A page read in the meantime has the total. After a reset, rows are counted again.
    if (failure || isCurrent()) return;
    this.#rows.total = total;
    this.#report(undefined);
  }

  /** Takes over a count of the whole list, which the user asked for, unless it is another by then. */
  async noteTotal(counting: Promise<number>): Promise<void> {
    const epoch = this.#epoch;
    const total = await counting;
    if (epoch !== this.#epoch) return;
    this.#rows.noteTotal(total);
    this.#report(undefined);
  }

  /** Resolves when the last page has its states, or when they can't be read. */
  get statesLoaded(): Promise<void> | undefined {
    return this.#statesLoaded;
  }

  /**
   * Reads pages until there are enough rows, or all. Loaded rows remain if a page fails or the
   * signal is aborted. An abort is not a failure.
   */
  async load({ upTo, signal, tell }: Loading): ReadResult<null> {
    let view = await this.open();
    let isFailing = false;
    const isOver = () => isFailing || signal.aborted || this.#isStale || !view.hasMore;
    while (view.rows.length < upTo && !isOver()) {
      const statesLoaded = this.#statesLoaded;
      const limit = Math.min(maxPageSize, upTo - view.rows.length);
      await this.more({ limit, isQuiet: true, signal });
      // Waits, so that a slow service doesn't get requests for the states of many pages at once.
      await statesLoaded;
      view = this.view;
      isFailing = view.failure !== undefined;
      tell(view.rows.length, view.total);
    }
    await this.#statesLoaded;
    this.#report(undefined);
    return view.failure && isFailing ? failed(view.failure) : done(null);
  }

  /** Makes the next read start at the first page. The loaded rows remain until it is read. */
  reset(): void {
    this.#isStale = true;
    this.#isFirst = true;
    this.#epoch += 1;
    this.#loading = undefined;
    this.#report(undefined);
  }

  /** Resets the listing, and removes its rows at once: they don't match the list query any more. */
  clear(): void {
    this.#rows = new LoadedRows();
    this.reset();
  }

  /** Changes a row in place, if it is loaded. Returning the same row is no change. */
  update(id: string, change: (row: Row) => Row): void {
    const row = this.#rows.get(id);
    if (row) this.#put([change(row)]);
  }

  remove(id: string): void {
    if (this.#rows.remove(id)) this.#report(undefined);
  }

  async #turn({ limit, isQuiet, signal }: PageOptions): Promise<void> {
    const epoch = this.#epoch;
    const [unavailable, source] = await this.#source();
    const start = this.#isFirst ? 0 : this.#rows.next;
    const [failure, page] = unavailable
      ? failed(unavailable)
      : await source.page({ start, limit }, signal);
    if (epoch !== this.#epoch || signal?.aborted) return;
    this.#isStale = false;
    this.#failure = failure ?? undefined;
    if (source && page) {
      if (this.#isFirst) this.#rows = new LoadedRows();
      this.#isFirst = false;
      this.#rows.append(page);
      if (page.rows.length > 0) this.#statesLoaded = this.#addStates(source, page.rows);
    }
    if (!isQuiet || this.#rows.size >= 2 * this.#reportedSize) this.#report(undefined);
  }

  async #addStates(source: RowSource, rows: readonly Row[]): Promise<void> {
    if (!source.states) return;
    const epoch = this.#epoch;
    const [failure, states] = await source.states(rows);
    // Rows without a state are still valid. The next refresh requests the states again.
    if (failure || epoch !== this.#epoch) return;
    // A row that the extension changed in the meantime has the newer state.
    const unchangedRows = rows.filter((row) => this.#rows.get(row.id) === row);
    this.#put(
      unchangedRows.map((row) => {
        const state = states.get(row.id);
        return state && row.kind === "document" ? { ...row, state } : row;
      }),
    );
  }

  #put(rows: readonly Row[]): void {
    const changed = rows.filter((row) => this.#rows.get(row.id) !== row);
    for (const row of changed) this.#rows.put(row);
    if (changed.length > 0) this.#report(changed.map(({ id }) => id));
  }

  #report(change: ListingChange): void {
    if (!change) this.#reportedSize = this.#rows.size;
    this.#changed.fire(change);
  }
}

/** The rows of the pages read so far, followed by rows that were read by id. */
class LoadedRows {
  /** By id, in the service's order. */
  readonly #rows = new Map<string, Row>();
  /** Rows of pages that have not been read. */
  readonly #beyond = new Map<string, Row>();
  /** All rows in one list; undefined after a change. */
  #all: readonly Row[] | undefined;
  /** The total on the service, if it is known, without the rows that were omitted. */
  total: number | undefined;
  #next = 0;
  /** How many rows the pages omitted, because they don't contain the searched text. */
  #omitted = 0;
  #hasMore = true;
  #hasMoved = false;

  /** The offset of the next page, in the service's order. */
  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#rows.size + this.#beyond.size;
  }

  get list(): Omit<ListingView, "failure"> {
    this.#all ??= [...this.#rows.values(), ...this.#beyond.values()];
    const { total } = this;
    return { rows: this.#all, total, hasMore: this.#hasMore, hasMoved: this.#hasMoved };
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id) ?? this.#beyond.get(id);
  }

  /** Adds a page. A row that moved to this page through an edit is already there. */
  append({ rows, total, isLast, omitted = 0 }: Page): void {
    const newRows = rows.filter(({ id }) => !this.#rows.has(id));
    const counted = total === undefined ? undefined : total - this.#omitted;
    const knownTotal = this.total ?? counted;
    const isCountedAnew = counted !== undefined && counted !== knownTotal;
    this.#hasMoved ||= isCountedAnew || newRows.length < rows.length;
    for (const row of newRows) {
      this.#rows.set(row.id, row);
      this.#beyond.delete(row.id);
    }
    this.#all = undefined;
    this.#next += rows.length + omitted;
    this.#omitted += omitted;
    // Without a count from the service, the number of rows is known with the last page.
    this.total = counted === undefined ? (isLast ? this.size : undefined) : counted - omitted;
    this.#hasMore = !isLast;
  }

  /** A search omits rows that the count contains, so the count doesn't replace its total. */
  noteTotal(total: number): void {
    if (this.#omitted > 0) return;
    this.#hasMoved ||= this.size > 0 && this.total !== undefined && this.total !== total;
    this.total = total;
  }

  /** Replaces a row in place, or adds it after all others. */
  put(row: Row): void {
    this.#all = undefined;
    (this.#rows.has(row.id) ? this.#rows : this.#beyond).set(row.id, row);
  }

  /** Returns whether the row was there. */
  remove(id: string): boolean {
    const wasPaged = this.#rows.delete(id);
    if (!wasPaged && !this.#beyond.delete(id)) return false;
    this.#all = undefined;
    // The rows after it have moved up by one on the service.
    if (wasPaged) this.#next -= 1;
    if (this.total !== undefined) this.total -= 1;
    return true;
  }
}
