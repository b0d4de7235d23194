import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import { failed } from "./outcome.ts";
import type { Failure, Outcome } from "./outcome.ts";
import type { Page, Row, RowSource } from "./rows.ts";

/** What a listing holds now; asking costs no request. */
export interface ListingView {
  readonly rows: readonly Row[];
  /** All there are on the service, where it told. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Why the last page did not come; the rows that came before stay. */
  readonly failure: Failure | undefined;
}

const nothing: ListingView = { rows: [], total: undefined, hasMore: true, failure: undefined };

/** The rows of one collection in one locale, page by page, remembered. */
export class Listing implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #source: () => Promise<Outcome<RowSource>>;
  readonly #pageSize: () => number;
  #view = nothing;
  /** Whether the next look reads anew. */
  #isStale = true;
  /** Where the next page starts, in the order of the service. */
  #next = 0;
  #epoch = 0;
  /** One page at a time; a reset lets go of what is under way. */
  #turning: Promise<void> | undefined;

  constructor(source: () => Promise<Outcome<RowSource>>, pageSize: () => number) {
    this.#source = source;
    this.#pageSize = pageSize;
  }

  get view(): ListingView {
    return this.#view;
  }

  /** The first page is read when somebody looks for the first time. */
  async open(): Promise<ListingView> {
    if (this.#isStale) await this.more();
    return this.#view;
  }

  /** Turns one page, however often it is asked meanwhile. */
  async more(): Promise<void> {
    if (!this.#turning) {
      const turning = this.#turn().finally(() => {
        if (this.#turning === turning) this.#turning = undefined;
      });
      this.#turning = turning;
    }
    await this.#turning;
  }

  /** The next look starts at the first page; what is loaded stays until that has come. */
  reset(): void {
    this.#isStale = true;
    this.#next = 0;
    this.#epoch += 1;
    this.#turning = undefined;
    this.#changed.fire(undefined);
  }

  /** Changes a row in place, where it is loaded. */
  update(id: string, change: (row: Row) => Row): void {
    const index = this.#view.rows.findIndex((row) => row.id === id);
    const row = this.#view.rows[index];
    if (!row) return;
    this.#show({ rows: this.#view.rows.with(index, change(row)) });
  }

  remove(id: string): void {
    const rows = this.#view.rows.filter((row) => row.id !== id);
    const gone = this.#view.rows.length - rows.length;
    const { total } = this.#view;
    if (gone === 0) return;
    // What follows has moved up by one on the service.
    this.#next = Math.max(0, this.#next - gone);
    this.#show({ rows, total: total === undefined ? total : total - gone });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #turn(): Promise<void> {
    const epoch = this.#epoch;
    const [unavailable, source] = await this.#source();
    const request = { start: this.#next, limit: this.#pageSize() };
    const [failure, page] = unavailable ? failed(unavailable) : await source.page(request);
    if (epoch !== this.#epoch) return;
    this.#isStale = false;
    if (failure || !source) {
      this.#show({ failure: failure ?? undefined });
      return;
    }
    // A first page takes the place of all that was there before.
    if (this.#next === 0) this.#view = nothing;
    this.#next += page.rows.length;
    this.#append(page);
    if (page.rows.length > 0) void this.#addStates(source, page.rows);
  }

  /** A row that moved to this page while somebody edited is there already. */
  #append({ rows, total, isLast }: Page): void {
    const known = new Set(this.#view.rows.map((row) => row.id));
    const fresh = rows.filter((row) => !known.has(row.id));
    this.#show({
      rows: [...this.#view.rows, ...fresh],
      total,
      hasMore: !isLast,
      failure: undefined,
    });
  }

  async #addStates(source: RowSource, asked: readonly Row[]): Promise<void> {
    if (!source.states) return;
    const epoch = this.#epoch;
    const [failure, states] = await source.states(asked);
    // Rows without a state are still rows; the next refresh asks again.
    if (failure || epoch !== this.#epoch) return;
    const rows = this.#view.rows.map((row) => {
      // What was changed by our own hand meanwhile knows its state better.
      const state = asked.includes(row) ? states.get(row.id) : undefined;
      return state && row.kind === "document" ? { ...row, state } : row;
    });
    this.#show({ rows });
  }

  #show(change: Partial<ListingView>): void {
    this.#view = { ...this.#view, ...change };
    this.#changed.fire(undefined);
  }
}
