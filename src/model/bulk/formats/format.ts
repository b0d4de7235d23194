import type { JsonObject } from "../../foundation/json.ts";
import type { Column } from "./columns.ts";
import { headerOf, rowOf } from "./csv.ts";

/** How records are written to a file; also the file's extension. */
export type Format = "ndjson" | "json" | "csv";

export const formats: readonly Format[] = ["ndjson", "json", "csv"];

/** What the text of records is made of; it is whole after each `end`, however many there were. */
export interface RecordWriter {
  readonly begin: string;
  /** The text of one record; `index` counts from 0. */
  readonly record: (record: JsonObject, index: number) => string;
  readonly end: string;
}

/** Writes records in a format; the columns are those of CSV. */
export function writerOf(format: Format, columns: readonly Column[]): RecordWriter {
  const writers: Record<Format, RecordWriter> = {
    ndjson: { begin: "", record: (record) => `${JSON.stringify(record)}\n`, end: "" },
    json: {
      begin: "[",
      record: (record, index) => `${index > 0 ? "," : ""}\n  ${JSON.stringify(record)}`,
      end: "\n]\n",
    },
    csv: { begin: headerOf(columns), record: (record) => rowOf(record, columns), end: "" },
  };
  return writers[format];
}
