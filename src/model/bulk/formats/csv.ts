import { isObject, valueIn } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Column } from "./columns.ts";

/** As RFC 4180 has it. */
const lineOf = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

/** The names of columns as cells. */
export const csvHeader = (columns: readonly Column[]): string =>
  lineOf(columns.map(({ name }) => quoted(name)));

/** A record as a line: a cell for each column, nothing in it where there is no value. */
export const csvRow = (record: JsonObject, columns: readonly Column[]): string =>
  lineOf(columns.map((column) => cellOf(valueAt(record, column.path), column)));

function valueAt(record: JsonObject, path: readonly string[]): Json {
  return path.reduce<Json>(
    (value, name) => (isObject(value) ? valueIn(value, name) : null),
    record,
  );
}

function cellOf(value: Json, { form }: Column): string {
  if (value === null) return "";
  if (form === "component") return isObject(value) ? "{}" : "";
  if (form === "json" || typeof value !== "string") return quoted(JSON.stringify(value));
  // Quoted, it is told from no value.
  return value === "" ? '""' : quoted(harmless(value));
}

/** A spreadsheet runs a text that begins so as a formula; a negative number is none. */
const harmless = (text: string): string =>
  /^[=+\-@'\t\r]/.test(text) && !/^-\d+$/.test(text) ? `'${text}` : text;

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
