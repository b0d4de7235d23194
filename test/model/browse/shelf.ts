import type { OffsetRange } from "../../../src/model/reading/idPages.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import { done, failed } from "../../../src/model/foundation/outcome.ts";
import type { ReadFailure } from "../../../src/model/reading/readOptions.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";
import type { DocumentRow, Page, Row, RowSource } from "../../../src/model/browse/contentList.ts";

export const row = (id: string, title = id): DocumentRow => ({
  kind: "document",
  id,
  title,
  updatedAt: "2026-03-02T08:00:00.000Z",
  publishable: true,
});

/** A promise that a test resolves with `open`. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A row source in memory. */
export class Shelf implements RowSource {
  rows: readonly Row[];
  /** The page requests so far. */
  readonly pageRequests: OffsetRange[] = [];
  /** The ids of the rows that were requested so far. */
  readonly previewed: string[] = [];
  /** The number of count requests. */
  counts = 0;
  countGate: Promise<void> | undefined;
  /** Whether a page contains the total. */
  isCounted = true;
  /** The failure of every request, if set. */
  failure: ReadFailure | undefined;
  /** Each page waits for this promise. */
  pageGate: Promise<void> | undefined;
  readonly states?: (
    rows: readonly Row[],
  ) => Promise<Outcome<ReadonlyMap<string, State>, ReadFailure>>;

  constructor(ids: readonly string[], states?: RowSource["states"]) {
    this.rows = ids.map((id) => row(id));
    if (states) this.states = states;
  }

  /** Finds a row in the whole list. */
  row(id: string): Promise<Outcome<Row | undefined, ReadFailure>> {
    this.previewed.push(id);
    const { failure } = this;
    return Promise.resolve(
      failure ? failed(failure) : done(this.rows.find((listRow) => listRow.id === id)),
    );
  }

  /** Waits for `countGate`. */
  async count(): Promise<Outcome<number, ReadFailure>> {
    this.counts += 1;
    await this.countGate;
    const { failure } = this;
    return failure ? failed(failure) : done(this.rows.length);
  }

  async page({ start, limit }: OffsetRange): Promise<Outcome<Page, ReadFailure>> {
    this.pageRequests.push({ start, limit });
    // The answer contains the rows at the time of the request.
    const { rows, failure } = this;
    await this.pageGate;
    if (failure) return failed(failure);
    return done({
      rows: rows.slice(start, start + limit),
      total: this.isCounted ? rows.length : undefined,
      isLast: start + limit >= rows.length,
    });
  }
}
