import type { JsonObject } from "../../json.ts";
import type { Failure } from "../../outcome.ts";
import { cellAt } from "./cell.ts";
import { longest, upTo } from "./raw.ts";
import type { Raw, Texts } from "./raw.ts";

/**
 * Reads a table, as RFC 4180 has it: the first line names the columns. A wrong quote ends it: nobody can tell
 * where the next row begins. Semicolons or tabs may part the cells, as some spreadsheets write them. Of our
 * own, since a parser must tell an empty cell from one in quotes, and the one that does reads 3 MB a second.
 */
export const readCsv = (texts: Texts): AsyncIterable<Raw> => upTo(endings, rowsOf(texts));

const endings = new Set<Failure["code"]>(["doubled-column", "record-too-long", "wrong-quotes"]);

async function* rowsOf(texts: Texts): AsyncGenerator<Raw, void, void> {
  let table: Table | undefined;
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: table?.line ?? 1, failure };
    table ??= new Table(text);
    yield* table.take(text);
  }
  yield* table?.end() ?? [];
}

interface Row {
  readonly cells: readonly (string | null)[];
  /** Where the next one begins. */
  readonly end: number;
}

/** Takes a text that comes in pieces apart into the rows that it has. */
class Table {
  /** Where the next row begins. */
  line = 1;
  readonly #delimiter: string;
  #columns: readonly string[] | undefined;
  /** What has come and is no whole row yet. */
  #text = "";
  #isEnd = false;

  constructor(beginning: string) {
    this.#delimiter = delimiterOf(beginning);
  }

  *take(text: string): Generator<Raw, void, void> {
    this.#text += text;
    let from = 0;
    for (let row = this.#rowAt(from); row; row = this.#rowAt(from)) {
      if ("code" in row) return yield this.#flaw(row);
      const before = this.line;
      this.line += breaksIn(this.#text.slice(from, row.end));
      from = row.end;
      yield* this.#read(row.cells, before);
    }
    this.#text = this.#text.slice(from);
    if (this.#text.length > longest) yield this.#flaw({ code: "record-too-long", limit: longest });
  }

  *end(): Generator<Raw, void, void> {
    this.#isEnd = true;
    yield* this.take("");
  }

  /** Undefined where the text ends, which may come in another piece. */
  #rowAt(from: number): Row | Failure | undefined {
    const [text, delimiter] = [this.#text, this.#delimiter];
    const cells: (string | null)[] = [];
    if (from === text.length) return undefined;
    for (let at = from; ;) {
      const { value, end, sign } = cellAt(text, at, delimiter);
      cells.push(value);
      at = end + sign.length;
      if (sign === delimiter) continue;
      if (sign !== "") return { cells, end: at };
      // A quote at the end may be the first of two.
      if (end >= text.length && !this.#isEnd) return undefined;
      return end === text.length ? { cells, end } : { code: "wrong-quotes" };
    }
  }

  *#read(cells: Row["cells"], line: number): Generator<Raw, void, void> {
    if (cells.length === 1 && cells[0] === null) return;
    if (this.#columns) yield toRaw(cells, this.#columns, line);
    else {
      this.#columns = cells.map((cell, index) => cell ?? `#${index + 1}`);
      yield* doubled(this.#columns, line);
    }
  }

  #flaw(failure: Failure): Raw {
    return { line: this.line, failure };
  }
}

/** Whatever stands most often in the first line, outside of quotes. */
function delimiterOf(beginning: string): string {
  const [first = ""] = beginning.replace(/"[^"]*"/g, "").split(/\r?\n/);
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

function* doubled(columns: readonly string[], line: number): Generator<Raw, void, void> {
  const name = columns.find((one, index) => columns.indexOf(one) !== index);
  if (name !== undefined) yield { line, failure: { code: "doubled-column", name } };
}

function toRaw(cells: Row["cells"], columns: readonly string[], line: number): Raw {
  const [most, given] = [columns.length, cells.length];
  if (given !== most) return { line, failure: { code: "cell-count", cells: given, columns: most } };
  const value: JsonObject = Object.fromEntries(
    columns.map((column, index) => [column, cells[index] ?? null]),
  );
  return { line, value };
}

const breaksIn = (text: string): number => text.split("\n").length - 1;
