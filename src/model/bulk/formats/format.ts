import type { JsonObject } from "../../foundation/json.ts";
import type { Column } from "./columns.ts";
import { csvHeader, csvRow } from "./csv.ts";

/** How records are written to a file; also the file's extension. */
export type Format = "ndjson" | "json" | "csv";

export const formats: readonly Format[] = ["ndjson", "json", "csv"];

/** What the text of records is made of; it is whole after each `end`, however many there were. */
export interface RecordSerializer {
  readonly begin: string;
  /** The text of one record; `index` counts from 0. */
  readonly record: (record: JsonObject, index: number) => string;
  readonly end: string;
}

/** Writes records in a format; the columns are those of CSV. */
export function serializerOf(format: Format, columns: readonly Column[]): RecordSerializer {
  const serializers: Record<Format, RecordSerializer> = {
    ndjson: { begin: "", record: (record) => `${JSON.stringify(record)}\n`, end: "" },
    json: {
      begin: "[",
      record: (record, index) => `${index > 0 ? "," : ""}\n  ${JSON.stringify(record)}`,
      end: "\n]\n",
    },
    csv: { begin: csvHeader(columns), record: (record) => csvRow(record, columns), end: "" },
  };
  return serializers[format];
}
