import { CsvError, parse, type Parser } from "csv-parse";
import { withoutFormulaMark } from "./csvColumns.ts";
import { currentColumns } from "./ownKeys.ts";
import { hasValue, maxRecordLength, type RawRecord, type TextChunks } from "./rawRecord.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

/**
 * Reads a CSV file, as in RFC 4180. The first row with a value names the columns. A row without any
 * value is a record without keys. A misplaced quote ends the reading, because the start of the next
 * row is unknown. Semicolons or tabs may separate cells, and a carriage return alone may end rows,
 * as some spreadsheets write them. The line `sep=;` may name the delimiter.
 */
export async function* readCsv(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
  let table: CsvTable | undefined;
  let unread = "";
  for await (const [failure, text] of texts) {
    if (failure) return yield { line: table?.line ?? 1, failure };
    unread += text;
    if (!table && unread.length < sampleLength) continue;
    table ??= new CsvTable(await dialectOf(unread.slice(0, sampleLength)));
    yield* table.take(unread);
    unread = "";
  }
  table ??= new CsvTable(await dialectOf(unread));
  yield* table.take(unread);
  yield* table.take();
}

/** The length of the text that shows the dialect of a file, in characters. */
const sampleLength = 65_536;

interface Dialect {
  readonly delimiter: string;
  /** The line breaks that end rows. */
  readonly breaks: string[];
  /** Whether the first row only names the delimiter, as `sep=;` does. */
  readonly isNamed: boolean;
}

interface CsvRow {
  readonly cells: readonly (string | null)[];
  /** The number of empty lines before the row, counted from the start of the file. */
  readonly empty: number;
}

/** Takes the parsed rows after each chunk, so that an error in a later row doesn't discard them. */
class RowParser {
  readonly #parser: Parser;
  readonly #rows: CsvRow[] = [];

  constructor({ delimiter, breaks }: Omit<Dialect, "isNamed">) {
    this.#parser = parse({
      delimiter,
      record_delimiter: breaks,
      max_record_size: maxRecordLength,
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
      on_record: (cells: CsvRow["cells"], { empty_lines }) => {
        this.#rows.push({ cells, empty: empty_lines });
        return null;
      },
    });
    // The callback of the write reports the error.
    this.#parser.on("error", () => undefined);
  }

  /** The rows of a chunk, or the remaining rows at the end of the file, up to an error. */
  async take(text?: string) {
    const error = await new Promise<Error | null | undefined>((resolve) => {
      if (text !== undefined) {
        this.#parser.write(text, resolve);
        return;
      }
      this.#parser.on("error", resolve);
      this.#parser.end(() => resolve(undefined));
    });
    return { rows: this.#rows.splice(0), error };
  }
}

/** The rows of a file, as records with the names in the header. */
class CsvTable {
  readonly #parser: RowParser;
  readonly #breaks: RegExp;
  #isAtDirective: boolean;
  #columns: readonly string[] | undefined;
  #read = 1;
  #empty = 0;

  constructor(dialect: Dialect) {
    this.#parser = new RowParser(dialect);
    this.#breaks = dialect.breaks.includes("\r") ? /\r\n|\n|\r/g : /\r\n|\n/g;
    this.#isAtDirective = dialect.isNamed;
  }

  /** The line of the next row, or of a row that can't be read. */
  get line(): number {
    return this.#read + this.#empty;
  }

  /** The records of a chunk, or the remaining records at the end of the file. */
  async *take(text?: string): AsyncGenerator<RawRecord, void, void> {
    const { rows, error } = await this.#parser.take(text);
    for (const row of rows) yield* this.#row(row);
    if (error) yield { line: this.line, failure: csvFailureOf(error) };
  }

  *#row({ cells, empty }: CsvRow): Generator<RawRecord, void, void> {
    this.#empty = empty;
    const { line } = this;
    const columns = this.#columns;
    if (this.#isAtDirective) this.#isAtDirective = false;
    else if (!cells.some(hasValue)) yield { line, value: {} };
    else if (!columns) {
      this.#columns = currentColumns(
        cells.map((cell, at) => (cell === null ? `#${at + 1}` : withoutFormulaMark(cell))),
      );
      const names = new Set<string>();
      const name = this.#columns.find((column) => names.size === names.add(column).size);
      if (name !== undefined) yield { line, failure: { code: "doubled-column", name } };
    } else if (cells.length !== columns.length) {
      yield { line, failure: { code: "cell-count", cells: cells.length, columns: columns.length } };
    } else {
      const entries = columns.map((column, index) => [column, cells[index] ?? null] as const);
      yield { line, value: Object.fromEntries(entries) };
    }
    // Count lines here: the parser counts a Windows line break in a cell twice.
    this.#read += 1;
    for (const cell of cells) this.#read += cell?.match(this.#breaks)?.length ?? 0;
  }
}

async function dialectOf(sample: string): Promise<Dialect> {
  const [, end] = sample.replace(/"[^"]*"/g, "").split(/(\r\n|\r|\n)/, 2);
  // In all other files, a carriage return alone is part of a cell.
  const breaks = ["\r\n", "\n", ...(end === "\r" ? ["\r"] : [])];
  const [, , sign] = /^("?)sep=(\\t|[^"\r\n])\1(?:[\r\n]|$)/iu.exec(sample) ?? [];
  if (sign === undefined)
    return { delimiter: await delimiterIn(sample, breaks), breaks, isNamed: false };
  return { delimiter: sign === "\\t" ? "\t" : sign, breaks, isNamed: true };
}

/**
 * The delimiter that makes the most rows as long as the header. One that isn't in the header is only
 * chosen if no other is, so that a row with too few or too many cells is reported.
 */
async function delimiterIn(sample: string, breaks: string[]): Promise<string> {
  let best = { delimiter: ",", columns: 1, rows: 0 };
  for (const delimiter of [",", ";", "\t"]) {
    const parser = new RowParser({ delimiter, breaks });
    // Rows after a misplaced quote don't count, because their start is unknown.
    const { rows: first, error } = await parser.take(sample);
    const { rows: last } = error ? { rows: [] } : await parser.take();
    const table = [...first, ...last].filter(({ cells }) => cells.some(hasValue));
    const [columns = 0, ...others] = table.map(({ cells }) => cells.length);
    const rows = others.filter((count) => count === columns).length;
    const isBetter =
      columns > 1 === best.columns > 1
        ? rows - best.rows || columns - best.columns
        : columns - best.columns;
    if (isBetter > 0) best = { delimiter, columns, rows };
  }
  return best.delimiter;
}

const csvFailureOf = (error: Error): BulkFailure =>
  error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE"
    ? { code: "record-too-long", limit: maxRecordLength }
    : { code: "wrong-quotes" };
