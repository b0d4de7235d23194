import type { JsonObject } from "../../foundation/json.ts";
import type { Failure } from "../../foundation/outcome.ts";

/** One record of a file, mapped to a type: what it says, and where it stands. */
export interface SourceRecord {
  /** Where it stands, from 1: the line it begins at, or in an array which of its records it is. */
  readonly line: number;
  readonly documentId?: string;
  readonly locale?: string;
  /** Attributes alone; what is absent is left as it is, null clears. */
  readonly content: JsonObject;
}

/** What reading gives, one by one: a record, or why there is none at that line. No line comes twice. */
export type SourceItem =
  | { readonly line: number; readonly record: SourceRecord }
  | { readonly line: number; readonly failure: Failure };

/** A file of records, read from its beginning each time it is asked; nobody holds all of it. */
export interface RecordSource {
  records(signal?: AbortSignal): AsyncIterable<SourceItem>;
}
