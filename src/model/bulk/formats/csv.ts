import { isObject, valueIn } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { fromJson } from "../../foundation/jsonText.ts";
import type { Column } from "./columns.ts";

/** Joins cells into a line, as in RFC 4180. */
const lineOf = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

/** The header line, with the names of the columns. */
export const csvHeader = (columns: readonly Column[]): string =>
  lineOf(columns.map(({ name }) => quoted(name)));

/** A record as a line with a cell for each column. A cell without a value is empty. */
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
  const isText = typeof value === "string" && (form === "text" || !isReadAsJson(value));
  if (form === "json" || !isText) return quoted(JSON.stringify(value));
  // The quotes distinguish an empty text from a missing value.
  return value === "" ? '""' : quoted(harmless(value));
}

/** Whether the cell of an attribute of unknown type would be read as something else than this text. */
const isReadAsJson = (text: string): boolean =>
  text === "" || fromJson(text)[0]?.code !== "invalid-json";

/** Prefixes texts that a spreadsheet would run as a formula. Negative integers need no prefix. */
const harmless = (text: string): string =>
  /^[=+\-@'\t\r]/.test(text) && !/^-\d+$/.test(text) ? `'${text}` : text;

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
