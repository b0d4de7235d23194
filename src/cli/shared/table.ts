import { visible } from "../../model/foundation/visibleText.ts";
import { widthOf } from "./displayWidth.ts";
import type { Output } from "./output.ts";
import { ownIn, toJson, type Json } from "../../model/foundation/json.ts";

export type PrintedRecord = Readonly<Record<string, Json | undefined>>;

/**
 * Prints records: as JSON, one in each line; in a terminal, as a table with a header; elsewhere,
 * with tabs between the values and without a header.
 */
export class Table {
  readonly #output: Output;
  readonly #columns: readonly string[];
  readonly #isForTerminal: boolean;
  /** The widths of the columns. The first records decide them. */
  #widths: readonly number[] | undefined;

  constructor(output: Output, columns: readonly string[], isForTerminal = output.isTerminal) {
    this.#output = output;
    this.#columns = columns;
    this.#isForTerminal = isForTerminal;
  }

  async print(records: readonly PrintedRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.#output.write(this.format(records), this.#output.isJson ? "json" : "table");
  }

  format(records: readonly PrintedRecord[]): string {
    const lines = this.#output.isJson
      ? records.map((record) => toJson(record))
      : this.#linesOf(records);
    return lines.map((line) => `${line}\n`).join("");
  }

  /** A value is on one line, without a tab. */
  #linesOf(records: readonly PrintedRecord[]): string[] {
    const cells = records.map((record) =>
      this.#columns.map((name) => {
        const value = ownIn(record, name) ?? "";
        return visible(typeof value === "string" ? value : JSON.stringify(value));
      }),
    );
    if (!this.#isForTerminal) return cells.map((row) => row.join("\t"));
    const header = this.#widths ? [] : [this.#columns];
    this.#widths ??= this.#columns.map((name, at) =>
      Math.max(name.length, ...cells.map((row) => widthOf(row[at] ?? ""))),
    );
    const widths = this.#widths;
    const padded = (cell: string, at: number) =>
      cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
    return [...header, ...cells].map((row) => row.map(padded).join("  ").trimEnd());
  }
}
