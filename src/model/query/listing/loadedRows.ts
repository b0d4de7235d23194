import type { Page, Row } from "./rows.ts";

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
export class LoadedRows {
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
