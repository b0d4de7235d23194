import { fromText } from "../content/documentText.ts";
import { isArray, type Json, type JsonObject } from "../foundation/json.ts";
import { positionAfter, type TextPosition } from "../foundation/jsonText.ts";
import type { Outcome } from "../foundation/outcome.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

/**
 * An unmapped record of a file, or the reason why it can't be read. A CSV record has its cells by
 * column name. Each cell is a text, or null if it is empty and unquoted.
 */
export type RawRecord =
  | { readonly line: number; readonly value: JsonObject }
  | { readonly line: number; readonly failure: BulkFailure };

/** Null, blank texts, and lists and objects of these are no values. `{}` is a component that exists. */
export const hasValue = (value: Json): boolean => {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object" || value === null) return value !== null;
  const parts = Object.values<Json>(value);
  return parts.length === 0 ? !isArray(value) : parts.some(hasValue);
};

/** The bytes of a file. Every call starts at the beginning. A failure is the last item. */
export interface ByteSource {
  chunks(signal?: AbortSignal): AsyncIterable<Outcome<Uint8Array, BulkFailure>>;
}

/** A text in chunks. A failure is the last item. */
export type TextChunks = AsyncIterable<Outcome<string, BulkFailure>>;

/** The maximum length of a record, in characters. A text without an end would fill the memory. */
export const maxRecordLength = 16_000_000;

/** Parses a part of a text that starts at `at`. Errors have positions in the whole text. */
export function parseRecord(text: string, at: TextPosition): RawRecord {
  const { line } = positionAfter(at, /^\s*/.exec(text)?.[0] ?? "");
  const [failure, value] = fromText(text);
  if (!failure) return { line, value };
  if (failure.code === "not-an-object") return { line, failure: { code: "not-a-record" } };
  const position = {
    line: at.line + failure.line - 1,
    column: failure.line === 1 ? at.column + failure.column - 1 : failure.column,
  };
  return { line, failure: { ...failure, ...position } };
}
