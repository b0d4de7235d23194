import type { JsonObject } from "../../../foundation/json.ts";
import type { Outcome } from "../../../foundation/outcome.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/**
 * An unmapped record of a file, or the reason why it can't be read. A CSV record has its cells by
 * column name. Each cell is a text, or null if it is empty and unquoted.
 */
export type RawRecord =
  | { readonly line: number; readonly value: JsonObject }
  | { readonly line: number; readonly failure: BulkFailure };

/** The bytes of a file. Every call starts at the beginning. A failure is the last item. */
export interface ByteSource {
  chunks(signal?: AbortSignal): AsyncIterable<Outcome<Uint8Array, BulkFailure>>;
}

/** A text in chunks. A failure is the last item. */
export type TextChunks = AsyncIterable<Outcome<string, BulkFailure>>;

/** The maximum length of a record, in characters. A text without an end would fill the memory. */
export const maxRecordLength = 16_000_000;

/** Yields records up to the first failure after which nothing can be read. */
export async function* untilFatal(
  endings: ReadonlySet<BulkFailure["code"]>,
  raws: AsyncIterable<RawRecord>,
): AsyncGenerator<RawRecord, void, void> {
  for await (const raw of raws) {
    yield raw;
    if ("failure" in raw && endings.has(raw.failure.code)) return;
  }
}
