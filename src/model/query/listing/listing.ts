import { SingleFlight } from "../../foundation/async.ts";
import { Emitter } from "../../foundation/events.ts";
import type { Disposable } from "../../foundation/events.ts";
import { done, failed, isDeniedToAnonymous } from "../../foundation/outcome.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { QueryFailure } from "../queryFailure.ts";
import { withState } from "./rows.ts";
import type { Page, Row, RowSource } from "./rows.ts";

/** What a listing holds now; asking costs no request. */
export interface ListingView extends LoadedList {
  /** Why the last page did not come; the rows that came before stay. */
  readonly failure: QueryFailure | undefined;
}

/** The ids of the rows that changed in their places; undefined where rows came or went. */
type ListingChange = readonly string[] | undefined;

/** How a page is turned. */
export interface PageOptions {
  readonly limit: number;
  /** Rows that come are told of when they have doubled what is shown, and not page by page. */
  readonly isQuiet?: boolean;
  readonly signal?: AbortSignal;
}

/** The rows of one collection in one locale, page by page, remembered. */
export class Listing implements Disposable {
  readonly #changed = new Emitter<ListingChange>();
  readonly onDidChange = this.#changed.event;
  readonly #source: () => Promise<Outcome<RowSource, QueryFailure>>;
  readonly #pageSize: () => number;
  #rows = new LoadedRows();
  #failure: QueryFailure | undefined;
  #isStale = true;
  /** Whether the next page is the first one, which takes the place of all that is there. */
  #isFirst = true;
  #epoch = 0;
  /** One page at a time; a reset lets go of what is under way. */
  readonly #loading = new SingleFlight();
  #statesLoaded: Promise<void> | undefined;
  /** How many rows there were when they were last told of. */
  #reportedSize = 0;
  #epochOfCount = -1;

  constructor(source: () => Promise<Outcome<RowSource, QueryFailure>>, pageSize: () => number) {
    this.#source = source;
    this.#pageSize = pageSize;
  }

  get view(): ListingView {
    const { list } =
      this.#isFirst && isDeniedToAnonymous(this.#failure) ? new LoadedRows() : this.#rows;
    // What is there goes with the first page, or with who saw it, and so there is more.
    return { ...list, hasMore: this.#isFirst || list.hasMore, failure: this.#failure };
  }

  /** The row as it is now; undefined where it is not loaded. */
  row(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** The first page is read when somebody looks for the first time. */
  async open(): Promise<ListingView> {
    if (this.#isStale) await this.more();
    return this.view;
  }

  /** Turns one page, however often it is asked meanwhile. */
  async more(turn: PageOptions = { limit: this.#pageSize() }): Promise<void> {
    await this.#loading.run(() => this.#turn(turn));
  }

  /** The row of that id, by one request, behind those that are loaded; undefined where the service lists none. */
  async find(id: string): Promise<Outcome<Row | undefined, QueryFailure>> {
    await this.open();
    const known = this.#rows.get(id);
    if (known) return done(known);
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

  /** Finds out how many there are before a page tells it, once; where that is refused, nothing is known. */
  async count(): Promise<void> {
    const epoch = this.#epoch;
    const isCurrent = () => !this.#isStale || epoch !== this.#epoch;
    if (isCurrent() || this.#epochOfCount === epoch) return;
    this.#epochOfCount = epoch;
    const [unavailable, source] = await this.#source();
    const [failure, total] = unavailable ? failed(unavailable) : await source.count();
    // A page that came meanwhile has told; after a reset it is asked for anew.
    if (failure || isCurrent()) return;
    this.#rows.total = total;
    this.#report(undefined);
  }

  /** Resolves when the last page has its states, or can't have them. */
  get statesLoaded(): Promise<void> | undefined {
    return this.#statesLoaded;
  }

  /** Whether the next look reads anew. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Tells of the rows that came quietly. */
  show(): void {
    this.#report(undefined);
  }

  /** The next look starts at the first page; what is loaded stays until that has come. */
  reset(): void {
    this.#isStale = true;
    this.#isFirst = true;
    this.#epoch += 1;
    this.#loading.abandon();
    this.#report(undefined);
  }

  /** As reset, where what is loaded is not what is meant any more: it goes at once. */
  clear(): void {
    this.#rows = new LoadedRows();
    this.reset();
  }

  /** Changes a row in place, where it is loaded; the same row is no change. */
  update(id: string, change: (row: Row) => Row): void {
    const row = this.#rows.get(id);
    if (row) this.#put([change(row)]);
  }

  remove(id: string): void {
    if (this.#rows.remove(id)) this.#report(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #turn(turn: PageOptions): Promise<void> {
    const epoch = this.#epoch;
    const [failure, came] = await this.#read(turn);
    if (epoch !== this.#epoch || turn.signal?.aborted) return;
    this.#isStale = false;
    this.#failure = failure ?? undefined;
    if (came) this.#append(...came);
    if (!turn.isQuiet || this.#rows.size >= 2 * this.#reportedSize) this.#report(undefined);
  }

  async #read({
    limit,
    signal,
  }: PageOptions): Promise<Outcome<readonly [RowSource, Page], QueryFailure>> {
    const [unavailable, source] = await this.#source();
    if (unavailable) return failed(unavailable);
    const start = this.#isFirst ? 0 : this.#rows.next;
    const [failure, page] = await source.page({ start, limit }, signal);
    return failure ? failed(failure) : done([source, page]);
  }

  #append(source: RowSource, page: Page): void {
    if (this.#isFirst) this.#rows = new LoadedRows();
    this.#isFirst = false;
    this.#rows.append(page);
    if (page.rows.length > 0) this.#statesLoaded = this.#addStates(source, page.rows);
  }

  async #addStates(source: RowSource, asked: readonly Row[]): Promise<void> {
    if (!source.states) return;
    const epoch = this.#epoch;
    const [failure, states] = await source.states(asked);
    // Rows without a state are still rows; the next refresh asks again.
    if (failure || epoch !== this.#epoch) return;
    // What was changed by our own hand meanwhile knows its state better.
    const untouched = asked.filter((row) => this.#rows.get(row.id) === row);
    this.#put(untouched.map((row) => withState(row, states.get(row.id))));
  }

  /** Each in the place of the one that is there. */
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

/** How far a listing is to be loaded. */
export interface Loading {
  /** How many rows are enough. */
  readonly upTo: number;
  readonly signal: AbortSignal;
  /** Hears after each page how many rows are there, and of how many. */
  readonly tell: (loaded: number, total: number | undefined) => void;
}

/** The most rows that a service grants with a page, unless it is told otherwise. */
const largestPage = 100;

/**
 * Turns page after page until there are enough rows, or all. What came stays when a page fails, and
 * when the signal is aborted, which is no failure.
 */
export async function load(
  listing: Listing,
  { upTo, signal, tell }: Loading,
): Promise<Outcome<null, QueryFailure>> {
  let view = await listing.open();
  let isFailing = false;
  const isOver = () => isFailing || signal.aborted || listing.isStale || !view.hasMore;
  while (view.rows.length < upTo && !isOver()) {
    const { statesLoaded } = listing;
    const limit = Math.min(largestPage, upTo - view.rows.length);
    await listing.more({ limit, isQuiet: true, signal });
    // A service that is slow with states is not asked for those of many pages at once.
    await statesLoaded;
    view = listing.view;
    isFailing = view.failure !== undefined;
    tell(view.rows.length, view.total);
  }
  await listing.statesLoaded;
  listing.show();
  return view.failure && isFailing ? failed(view.failure) : done(null);
}

/** What a list shows. */
export interface LoadedList {
  readonly rows: readonly Row[];
  /** All there are on the service, where it told. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Whether somebody is known to have changed the list since its first page came. */
  readonly hasMoved: boolean;
}

/** The rows of a list as far as its pages have come, and behind them those that were looked for. */
class LoadedRows {
  /** By id, in the order of the service. */
  readonly #rows = new Map<string, Row>();
  /** Rows of pages that have not come. */
  readonly #beyond = new Map<string, Row>();
  /** All of them in one list; absent once they have changed. */
  #all: readonly Row[] | undefined;
  /** All there are on the service, where it told. */
  total: number | undefined;
  #next = 0;
  #hasMore = true;
  #hasMoved = false;

  /** Where the next page starts, in the order of the service. */
  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#rows.size + this.#beyond.size;
  }

  get list(): LoadedList {
    this.#all ??= [...this.#rows.values(), ...this.#beyond.values()];
    const { total } = this;
    return { rows: this.#all, total, hasMore: this.#hasMore, hasMoved: this.#hasMoved };
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id) ?? this.#beyond.get(id);
  }

  /** A row that moved to this page while somebody edited is there already. */
  append({ rows, total, isLast }: Page): void {
    const fresh = rows.filter(({ id }) => !this.#rows.has(id));
    const known = this.total ?? total;
    const isCountedAnew = total !== undefined && total !== known;
    this.#hasMoved ||= isCountedAnew || fresh.length < rows.length;
    for (const row of fresh) {
      this.#rows.set(row.id, row);
      this.#beyond.delete(row.id);
    }
    this.#all = undefined;
    this.#next += rows.length;
    this.total = total;
    this.#hasMore = !isLast;
  }

  /** Puts a row in the place of the one that is there, else behind all others. */
  put(row: Row): void {
    this.#all = undefined;
    (this.#rows.has(row.id) ? this.#rows : this.#beyond).set(row.id, row);
  }

  /** Whether it was there. */
  remove(id: string): boolean {
    const wasPaged = this.#rows.delete(id);
    if (!wasPaged && !this.#beyond.delete(id)) return false;
    this.#all = undefined;
    // What follows has moved up by one on the service.
    if (wasPaged) this.#next -= 1;
    if (this.total !== undefined) this.total -= 1;
    return true;
  }
}
