import type { SourceRecord, RecordSource, SourceItem } from "./record.ts";
import { RecordNames } from "./recordNames.ts";
import type { RecordEntry } from "./listed.ts";
import type { RecordIndex } from "./register.ts";

/** Goes through a file once more, from each record that is asked for to the next. */
export class RecordCursor {
  readonly #items: AsyncIterator<SourceItem>;
  readonly #names: RecordNames;
  readonly #index: RecordIndex;

  constructor(source: RecordSource, index: RecordIndex, signal?: AbortSignal) {
    this.#items = source.records(signal)[Symbol.asyncIterator]();
    this.#names = new RecordNames(index.target);
    this.#index = index;
  }

  /** What the file says there; undefined where it says something else by now. Goes forward alone. */
  async at({ line, name }: RecordEntry): Promise<SourceRecord | undefined> {
    for (;;) {
      const next = await this.#items.next();
      if (next.done === true || next.value.line > line) return undefined;
      if ("failure" in next.value) continue;
      const { record } = next.value;
      const found = this.#names.next(record, this.#index.localeOf(record));
      if (record.line === line) return found === name ? record : undefined;
    }
  }

  async close(): Promise<void> {
    await this.#items.return?.();
  }
}
