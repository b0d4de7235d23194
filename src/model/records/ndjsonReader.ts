import { maxRecordLength, parseRecord, type RawRecord, type TextChunks } from "./rawRecord.ts";

/** Reads one record per line. Reports a malformed line and continues with the next one. */
export async function* readNdjson(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
  let line = 1;
  let parts: string[] = [];
  let length = 0;
  const keep = (piece: string): void => {
    length += piece.length;
    if (length > maxRecordLength) parts = [];
    else parts.push(piece);
  };
  function* end(): Generator<RawRecord, void, void> {
    const text = parts.join("");
    if (length > maxRecordLength) {
      yield { line, failure: { code: "record-too-long", limit: maxRecordLength } };
    } else if (text.trim() !== "") yield parseRecord(text, { line, column: 1 });
    parts = [];
    length = 0;
    line += 1;
  }
  for await (const [failure, text] of texts) {
    if (failure) return yield { line, failure };
    const [first = "", ...others] = text.split("\n");
    keep(first);
    for (const piece of others) {
      yield* end();
      keep(piece);
    }
  }
  yield* end();
}
