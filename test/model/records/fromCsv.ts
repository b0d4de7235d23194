import { parse } from "csv-parse/sync";
import type { Column } from "../../../src/model/records/csvColumns.ts";
import { isObject } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";

interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** The cells of a CSV text. The parser shares no code with the project's CSV writer. */
export const cellsOf = (text: string): Cell[][] =>
  parse(text, {
    record_delimiter: "\r\n",
    cast: (cell, { quoting }): Cell => ({ text: cell, isQuoted: quoting }),
  }) as unknown as Cell[][];

/** The records of a CSV text, without empty cells. */
export function fromCsv(text: string, columns: readonly Column[]): JsonObject[] {
  const [header = [], ...lines] = cellsOf(text);
  const names = header.map((cell) => cell.text);
  return lines.map((cells) => {
    const record: Values = {};
    for (const { name, path, form } of columns) {
      const { text: cell = "", isQuoted = false } = cells[names.indexOf(name)] ?? {};
      if (cell === "" && !isQuoted) continue;
      setAt(record, path, form === "text" ? unescaped(cell) : (JSON.parse(cell) as Json));
    }
    return record;
  });
}

type Values = Record<string, Json>;

const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@'\t\r])/, "");

function setAt(into: Values, [name = "", ...below]: readonly string[], value: Json): void {
  if (below.length === 0) {
    into[name] = value;
    return;
  }
  const inner = (into[name] ?? {}) as Values;
  into[name] = inner;
  setAt(inner, below, value);
}

/** A record without null values, including those in components and relations with several columns. */
export const withoutNulls = (record: JsonObject, columns: readonly Column[]): JsonObject =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (value === null) return [];
      const below = columns.flatMap(({ path: [first, ...innerPath], ...column }) =>
        first === name && innerPath.length > 0 ? [{ ...column, path: innerPath }] : [],
      );
      return [[name, below.length > 0 && isObject(value) ? withoutNulls(value, below) : value]];
    }),
  );
