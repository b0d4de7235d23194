import type { JsonObject } from "../../../foundation/json.ts";
import type { Outcome } from "../../../foundation/outcome.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/**
 * What a file has at a line, as it has it; or why it can't be read there. Of a table, the cells by the names
 * of their columns: texts, and null for a cell that is empty and not in quotes.
 */
export type RawRecord =
  | { readonly line: number; readonly value: JsonObject }
  | { readonly line: number; readonly failure: BulkFailure };

/** The bytes of a file, from its beginning each time; a failure is the last that comes. */
export interface ByteSource {
  chunks(signal?: AbortSignal): AsyncIterable<Outcome<Uint8Array, BulkFailure>>;
}

/** A text that comes in pieces; a failure is the last that comes. */
export type TextChunks = AsyncIterable<Outcome<string, BulkFailure>>;

/** The longest record that is read, in characters: a text without an end would fill the memory. */
export const maxRecordLength = 16_000_000;

/** What is read, up to a flaw behind which nothing can be read any more. */
export async function* untilFatal(
  endings: ReadonlySet<BulkFailure["code"]>,
  raws: AsyncIterable<RawRecord>,
): AsyncGenerator<RawRecord, void, void> {
  for await (const raw of raws) {
    yield raw;
    if ("failure" in raw && endings.has(raw.failure.code)) return;
  }
}
