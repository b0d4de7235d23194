import { maxRecordLength, parseRecord } from "./rawRecord.ts";
import type { RawRecord, TextChunks } from "./rawRecord.ts";

/** Reads one record per line. Reports a malformed line and continues with the next one. */
export async function* readNdjson(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
  const lines = new NdjsonLines();
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: lines.line, failure };
    yield* lines.take(text);
  }
  yield* lines.take("\n");
}

class NdjsonLines {
  line = 1;
  readonly #parts: string[] = [];
  #length = 0;

  *take(text: string): Generator<RawRecord, void, void> {
    const [first = "", ...others] = text.split("\n");
    this.#keep(first);
    for (const piece of others) {
      yield* this.#end();
      this.#keep(piece);
    }
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > maxRecordLength) this.#parts.length = 0;
    else this.#parts.push(piece);
  }

  *#end(): Generator<RawRecord, void, void> {
    const text = this.#parts.join("");
    const { line } = this;
    if (this.#length > maxRecordLength) {
      yield { line, failure: { code: "record-too-long", limit: maxRecordLength } };
    } else if (text.trim() !== "") yield parseRecord(text, { line, column: 1 });
    this.#parts.length = 0;
    this.#length = 0;
    this.line += 1;
  }
}
