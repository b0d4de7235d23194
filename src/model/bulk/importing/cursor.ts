import type { SourceRecord, Source, Sourced } from "./record.ts";
import { RecordNames } from "./recordNames.ts";
import type { Listed } from "./listed.ts";
import type { Register } from "./register.ts";

/** Goes through a file once more, from each record that is asked for to the next. */
export class Cursor {
  readonly #sourced: AsyncIterator<Sourced>;
  readonly #names: RecordNames;
  readonly #register: Register;

  constructor(source: Source, register: Register, signal?: AbortSignal) {
    this.#sourced = source.records(signal)[Symbol.asyncIterator]();
    this.#names = new RecordNames(register.target);
    this.#register = register;
  }

  /** What the file says there; undefined where it says something else by now. Goes forward alone. */
  async at({ line, name }: Listed): Promise<SourceRecord | undefined> {
    for (;;) {
      const next = await this.#sourced.next();
      if (next.done === true || next.value.line > line) return undefined;
      if ("failure" in next.value) continue;
      const { record } = next.value;
      const found = this.#names.next(record, this.#register.localeOf(record));
      if (record.line === line) return found === name ? record : undefined;
    }
  }

  async close(): Promise<void> {
    await this.#sourced.return?.();
  }
}
