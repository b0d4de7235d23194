import { extname } from "node:path";
import type { JsonObject } from "../../foundation/json.ts";
import type { Column } from "./columns.ts";
import { csvHeader, csvRow } from "./csv.ts";

/** The format of records in a file; also the file extension. */
export type Format = "ndjson" | "json" | "csv";

export const formats: readonly Format[] = ["ndjson", "json", "csv"];

/** The format that the name of a file tells by its ending; undefined for other endings. */
export function formatOfFile(path: string): Format | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  return ending === "jsonl" ? "ndjson" : formats.find((format) => format === ending);
}

/** The parts of a text of records. The text is complete after `end`, with any number of records. */
export interface RecordSerializer {
  readonly begin: string;
  /** The text of one record; `index` counts from 0. */
  readonly record: (record: JsonObject, index: number) => string;
  readonly end: string;
}

/** The serializer of a format. Only CSV uses the columns. */
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
