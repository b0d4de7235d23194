import { CsvError, parse } from "csv-parse";
import type { Parser } from "csv-parse";
import type { JsonObject } from "../../json.ts";
import type { Failure } from "../../outcome.ts";
import { longest, upTo } from "./raw.ts";
import type { Raw, Texts } from "./raw.ts";

/**
 * Reads a table, as RFC 4180 has it: the first line names the columns. A wrong quote ends it: nobody can tell
 * where the next row begins. Semicolons or tabs may part the cells, as some spreadsheets write them.
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
  if (table) yield* table.take();
}

interface Row {
  readonly cells: readonly (string | null)[];
  /** How many lines before it, from the beginning on, were empty. */
  readonly empty: number;
}

/** What the parser has read is taken after each piece: a flaw in a later row does not take it away. */
class Table {
  readonly #parser: Parser;
  readonly #rows: Row[] = [];
  #columns: readonly string[] | undefined;
  #read = 1;
  #empty = 0;

  constructor(beginning: string) {
    this.#parser = parse({
      delimiter: delimiterOf(beginning),
      record_delimiter: ["\r\n", "\n"],
      max_record_size: longest,
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
      on_record: (cells: Row["cells"], { empty_lines }) => {
        this.#rows.push({ cells, empty: empty_lines });
        return null;
      },
    });
    // A flaw is the answer to the write that has it.
    this.#parser.on("error", () => undefined);
  }

  /** Where the next row begins, or one that can't be read. */
  get line(): number {
    return this.#read + this.#empty;
  }

  /** The rows of a piece, or those at the end. */
  async *take(text?: string): AsyncGenerator<Raw, void, void> {
    const error = await (text === undefined ? this.#end() : this.#write(text));
    for (const row of this.#rows.splice(0)) yield* this.#row(row);
    if (error) yield { line: this.line, failure: flawOf(error) };
  }

  #write(text: string): Promise<Error | null | undefined> {
    return new Promise((resolve) => void this.#parser.write(text, resolve));
  }

  #end(): Promise<Error | null | undefined> {
    return new Promise((resolve) => {
      this.#parser.on("error", resolve);
      this.#parser.end(() => {
        resolve(undefined);
      });
    });
  }

  *#row({ cells, empty }: Row): Generator<Raw, void, void> {
    this.#empty = empty;
    const { line } = this;
    if (this.#columns) yield toRaw(cells, this.#columns, line);
    else {
      this.#columns = cells.map((cell, index) => cell ?? `#${index + 1}`);
      yield* doubled(this.#columns, line);
    }
    // Of its own: the parser counts a line break in a cell twice where it is one of Windows.
    this.#read += 1 + breaksIn(cells);
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

const breaksIn = (cells: Row["cells"]): number =>
  cells.reduce((count, cell) => count + (cell?.match(/\r\n|\n/g)?.length ?? 0), 0);

const flawOf = (error: Error): Failure =>
  error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE"
    ? { code: "record-too-long", limit: longest }
    : { code: "wrong-quotes" };
