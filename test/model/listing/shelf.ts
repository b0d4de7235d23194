import type { Failure, Outcome } from "../../../src/model/foundation/outcome.ts";
import { done, failed } from "../../../src/model/foundation/outcome.ts";
import type {
  DocumentRow,
  Page,
  PageRequest,
  Row,
  RowSource,
} from "../../../src/model/query/listing/rows.ts";
import type { State } from "../../../src/model/documents/snapshot/states.ts";

export const row = (id: string, title = id): DocumentRow => ({
  kind: "document",
  id,
  title,
  updatedAt: "2026-03-02T08:00:00.000Z",
  publishable: true,
});

/** A promise that a test resolves when it wants to. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Rows in memory, behind the port that a service's rows come through. */
export class Shelf implements RowSource {
  rows: readonly Row[];
  /** The requests for pages so far. */
  readonly asked: PageRequest[] = [];
  /** The rows that were asked for by their ids so far. */
  readonly looked: string[] = [];
  /** How often it was asked how many rows there are. */
  counts = 0;
  countGate: Promise<void> | undefined;
  /** What a request comes to instead. */
  failure: Failure | undefined;
  /** What a page waits for. */
  pageGate: Promise<void> | undefined;
  readonly states?: (rows: readonly Row[]) => Promise<Outcome<ReadonlyMap<string, State>>>;

  constructor(ids: readonly string[], states?: RowSource["states"]) {
    this.rows = ids.map((id) => row(id));
    if (states) this.states = states;
  }

  /** As if there were no pages. */
  row(id: string): Promise<Outcome<Row | undefined>> {
    this.looked.push(id);
    const { failure } = this;
    return Promise.resolve(
      failure ? failed(failure) : done(this.rows.find((one) => one.id === id)),
    );
  }

  /** What waits for `countGate`, and may be refused. */
  async count(): Promise<Outcome<number>> {
    this.counts += 1;
    await this.countGate;
    const { failure } = this;
    return failure ? failed(failure) : done(this.rows.length);
  }

  async page({ start, limit }: PageRequest): Promise<Outcome<Page>> {
    this.asked.push({ start, limit });
    // The service answers with what it holds when it is asked.
    const { rows, failure } = this;
    await this.pageGate;
    if (failure) return failed(failure);
    return done({
      rows: rows.slice(start, start + limit),
      total: rows.length,
      isLast: start + limit >= rows.length,
    });
  }
}
