/** How many rows beside twice the total may be created while a list is read. */
const marginRows = 1_000;

/** The most rows of a list whose service sends no total. */
const maxUncountedRows = 10_000_000;

/** Counts the rows of a read in pages. Some services return new rows forever. */
export class PageLimit {
  #total: number | undefined;
  #rows = 0;

  /** Counts a page. The first total counts. Returns whether the service returns too many rows. */
  isExceededBy(rows: readonly unknown[], total: number | undefined): boolean {
    this.#total ??= total;
    this.#rows += rows.length;
    return (
      this.#rows > (this.#total === undefined ? maxUncountedRows : this.#total * 2 + marginRows)
    );
  }
}
