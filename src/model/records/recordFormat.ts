import { extname } from "node:path";
import { toJson, isObject, valueIn, type Json, type JsonObject } from "../foundation/json.ts";
import { fromJson } from "../foundation/jsonText.ts";
import { withFormulaMark, type Column } from "./csvColumns.ts";

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
  /** `index` counts from 0. */
  readonly record: (record: JsonObject, index: number) => string;
  readonly end: string;
}

/** The serializer of a format. Only CSV uses the columns. */
export function serializerOf(format: Format, columns: readonly Column[]): RecordSerializer {
  const serializers: Record<Format, RecordSerializer> = {
    ndjson: { begin: "", record: (record) => `${toJson(record)}\n`, end: "" },
    json: {
      begin: "[",
      record: (record, index) => `${index > 0 ? "," : ""}\n  ${toJson(record)}`,
      end: "\n]\n",
    },
    csv: {
      begin: csvLine(columns.map(({ name }) => quoted(withFormulaMark(name)))),
      record: (record) => csvLine(columns.map((column) => cellIn(record, column))),
      end: "",
    },
  };
  return serializers[format];
}

/** Joins cells into a line, as in RFC 4180. */
const csvLine = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

function cellIn(record: JsonObject, { path, form }: Column): string {
  const value = path.reduce<Json>(
    (outer, name) => (isObject(outer) ? valueIn(outer, name) : null),
    record,
  );
  if (value === null) return "";
  if (form === "component") return isObject(value) ? "{}" : "";
  const isText = typeof value === "string" && (form === "text" || !isReadAsJson(value));
  if (form === "json" || !isText) return quoted(toJson(value));
  // The quotes distinguish an empty text from a missing value.
  return value === "" ? '""' : quoted(withFormulaMark(value));
}

/** Whether the cell of an attribute of unknown type would be read as something else than this text. */
const isReadAsJson = (text: string): boolean =>
  text.trim() === "" || fromJson(text)[0]?.code !== "invalid-json";

/** Quotes also what other files have between cells, so that readers don't take it for the delimiter. */
const quoted = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
