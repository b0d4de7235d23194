import { CsvError, parse } from "csv-parse";
import type { Parser } from "csv-parse";
import type { JsonObject } from "../../../foundation/json.ts";
import { maxRecordLength, untilFatal } from "./raw.ts";
import type { RawRecord, TextChunks } from "./raw.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/**
 * Reads a table, as RFC 4180 has it: the first line names the columns. A wrong quote ends it: nobody can tell
 * where the next row begins. Semicolons or tabs may part the cells, and a carriage return alone may end the rows,
 * as some spreadsheets write them.
 */
export const readCsv = (texts: TextChunks): AsyncIterable<RawRecord> =>
  untilFatal(fatalCodes, csvRowsOf(texts));

const fatalCodes = new Set<BulkFailure["code"]>([
  "doubled-column",
  "record-too-long",
  "wrong-quotes",
]);

async function* csvRowsOf(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
  const beginning = new CsvStart();
  let table: CsvTable | undefined;
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: table?.line ?? 1, failure };
    if (table) yield* table.take(text);
    else if (beginning.isWholeWith(text)) {
      table = new CsvTable(beginning.text);
      yield* table.take(beginning.text);
    }
  }
  if (!table) {
    table = new CsvTable(beginning.text);
    yield* table.take(beginning.text);
  }
  yield* table.take();
}

/** The first pieces of a text, up to the one in which the first line ends: that line says how a table is written. */
class CsvStart {
  readonly #parts: string[] = [];
  #length = 0;
  #isQuoted = false;
  /** Whether the last piece ended in a carriage return: the next one says whether the line break has two signs. */
  #isOpen = false;

  get text(): string {
    return this.#parts.join("");
  }

  /** Whether the first line ends before or in this piece. */
  isWholeWith(piece: string): boolean {
    this.#parts.push(piece);
    this.#length += piece.length;
    return (this.#isOpen && piece !== "") || this.#endsIn(piece) || this.#length > maxRecordLength;
  }

  #endsIn(piece: string): boolean {
    for (const { 0: sign, index } of piece.matchAll(/["\r\n]/g)) {
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      else if (!this.#isQuoted) {
        this.#isOpen = sign === "\r" && index === piece.length - 1;
        return !this.#isOpen;
      }
    }
    return false;
  }
}

interface CsvRow {
  readonly cells: readonly (string | null)[];
  /** How many lines before it, from the beginning on, were empty. */
  readonly empty: number;
}

/** What the parser has read is taken after each piece: a flaw in a later row does not take it away. */
class CsvTable {
  readonly #parser: Parser;
  readonly #rows: CsvRow[] = [];
  readonly #breaks: RegExp;
  #columns: readonly string[] | undefined;
  #read = 1;
  #empty = 0;

  constructor(beginning: string) {
    const { delimiter, breaks } = dialectOf(beginning);
    this.#breaks = new RegExp(breaks.join("|"), "g");
    this.#parser = parse({
      delimiter,
      record_delimiter: [...breaks],
      max_record_size: maxRecordLength,
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
      on_record: (cells: CsvRow["cells"], { empty_lines }) => {
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
  async *take(text?: string): AsyncGenerator<RawRecord, void, void> {
    const error = await (text === undefined ? this.#end() : this.#write(text));
    for (const row of this.#rows.splice(0)) yield* this.#row(row);
    if (error) yield { line: this.line, failure: csvFailureOf(error) };
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

  *#row({ cells, empty }: CsvRow): Generator<RawRecord, void, void> {
    this.#empty = empty;
    const { line } = this;
    if (this.#columns) yield toRaw(cells, this.#columns, line);
    else {
      this.#columns = cells.map((cell, index) => cell ?? `#${index + 1}`);
      yield* duplicateColumn(this.#columns, line);
    }
    // Of its own: the parser counts a line break in a cell twice where it is one of Windows.
    this.#read += 1 + this.#breaksIn(cells);
  }

  #breaksIn(cells: CsvRow["cells"]): number {
    return cells.reduce((count, cell) => count + (cell?.match(this.#breaks)?.length ?? 0), 0);
  }
}

/** How a table is written, by its first line outside of quotes: what parts its cells most often, and ends its rows. */
function dialectOf(beginning: string): { readonly delimiter: string; readonly breaks: string[] } {
  const bare = beginning.replace(/"[^"]*"/g, "");
  const [first = "", end] = bare.split(/(\r\n|\r|\n)/, 2);
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
  const { sign } = counts.reduce((most, one) => (one.count > most.count ? one : most));
  // In any other table, a carriage return alone belongs to its cell.
  return { delimiter: sign, breaks: ["\r\n", "\n", ...(end === "\r" ? ["\r"] : [])] };
}

function* duplicateColumn(
  columns: readonly string[],
  line: number,
): Generator<RawRecord, void, void> {
  const known = new Set<string>();
  const name = columns.find((one) => known.size === known.add(one).size);
  if (name !== undefined) yield { line, failure: { code: "doubled-column", name } };
}

function toRaw(cells: CsvRow["cells"], columns: readonly string[], line: number): RawRecord {
  const [most, given] = [columns.length, cells.length];
  if (given !== most) return { line, failure: { code: "cell-count", cells: given, columns: most } };
  const value: JsonObject = Object.fromEntries(
    columns.map((column, index) => [column, cells[index] ?? null]),
  );
  return { line, value };
}

const csvFailureOf = (error: Error): BulkFailure =>
  error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE"
    ? { code: "record-too-long", limit: maxRecordLength }
    : { code: "wrong-quotes" };
