import { CsvError, parse, type Parser } from "csv-parse";
import { currentColumns } from "./ownKeys.ts";
import { maxRecordLength, type RawRecord, type TextChunks } from "./rawRecord.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

/**
 * Reads a CSV file, as in RFC 4180. The first line names the columns. A misplaced quote ends the
 * reading, because the start of the next row is unknown. Semicolons or tabs may separate cells, and
 * a carriage return alone may end rows, as some spreadsheets write them.
 */
export async function* readCsv(texts: TextChunks): AsyncGenerator<RawRecord, void, void> {
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

/** Collects chunks up to the end of the first line, which shows the dialect. */
class CsvStart {
  readonly #parts: string[] = [];
  #length = 0;
  #isQuoted = false;
  /** Whether the last chunk ended in a carriage return, which a line feed may follow. */
  #isOpen = false;

  get text(): string {
    return this.#parts.join("");
  }

  /** Adds a chunk. Whether the first line ends in it or before it. */
  isWholeWith(piece: string): boolean {
    this.#parts.push(piece);
    this.#length += piece.length;
    if (this.#isOpen && piece !== "") return true;
    for (const { 0: sign, index } of piece.matchAll(/["\r\n]/g)) {
      if (sign === '"') this.#isQuoted = !this.#isQuoted;
      else if (!this.#isQuoted) {
        this.#isOpen = sign === "\r" && index === piece.length - 1;
        if (!this.#isOpen) return true;
      }
    }
    return this.#length > maxRecordLength;
  }
}

interface CsvRow {
  readonly cells: readonly (string | null)[];
  /** The number of empty lines before the row, counted from the start of the file. */
  readonly empty: number;
}

/** Takes the parsed rows after each chunk, so that an error in a later row doesn't discard them. */
class CsvTable {
  readonly #parser: Parser;
  readonly #rows: CsvRow[] = [];
  readonly #breaks: RegExp;
  #columns: readonly string[] | undefined;
  #read = 1;
  #empty = 0;

  constructor(beginning: string) {
    const { delimiter, breaks } = dialectOf(beginning);
    this.#breaks = breaks.includes("\r") ? /\r\n|\n|\r/g : /\r\n|\n/g;
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
    // The callback of the write reports the error.
    this.#parser.on("error", () => undefined);
  }

  /** The line of the next row, or of a row that can't be read. */
  get line(): number {
    return this.#read + this.#empty;
  }

  /** The rows of a chunk, or the remaining rows at the end of the file. */
  async *take(text?: string): AsyncGenerator<RawRecord, void, void> {
    const error = await new Promise<Error | null | undefined>((resolve) => {
      if (text !== undefined) {
        this.#parser.write(text, resolve);
        return;
      }
      this.#parser.on("error", resolve);
      this.#parser.end(() => {
        resolve(undefined);
      });
    });
    for (const row of this.#rows.splice(0)) yield* this.#row(row);
    if (error) yield { line: this.line, failure: csvFailureOf(error) };
  }

  *#row({ cells, empty }: CsvRow): Generator<RawRecord, void, void> {
    this.#empty = empty;
    const { line } = this;
    const columns = this.#columns;
    if (!columns) {
      this.#columns = currentColumns(cells.map((cell, index) => cell ?? `#${index + 1}`));
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

/** The most frequent candidate in the first line, outside quoted cells, is the delimiter. */
function dialectOf(beginning: string): { readonly delimiter: string; readonly breaks: string[] } {
  const bare = beginning.replace(/"[^"]*"/g, "");
  const [first = "", end] = bare.split(/(\r\n|\r|\n)/, 2);
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
  const { sign } = counts.reduce((mostFrequent, candidate) =>
    candidate.count > mostFrequent.count ? candidate : mostFrequent,
  );
  // In all other files, a carriage return alone is part of a cell.
  return { delimiter: sign, breaks: ["\r\n", "\n", ...(end === "\r" ? ["\r"] : [])] };
}

const csvFailureOf = (error: Error): BulkFailure =>
  error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE"
    ? { code: "record-too-long", limit: maxRecordLength }
    : { code: "wrong-quotes" };
