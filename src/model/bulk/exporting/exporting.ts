import type { CallOptions } from "../../../client/index.ts";
import { partsOf } from "../batch/meant.ts";
import type { Meant } from "../batch/meant.ts";
import { columnsOf } from "../formats/columns.ts";
import { writerOf } from "../formats/format.ts";
import type { Format, RecordWriter } from "../formats/format.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Failure } from "../../foundation/outcome.ts";
import { failed } from "../../foundation/outcome.ts";
import type { Parts } from "./exportable.ts";
import { readRecords } from "./reading.ts";
import type { Exportable, RecordPages } from "./reading.ts";

/** Where an export goes. */
export interface Sink {
  /** Adds a text at the end. Says why it could not, and then has nothing of it; undefined where it is written. */
  write(text: string): Promise<string | undefined>;
}

/** What is to be exported, and how. */
export interface Wanted {
  readonly meant: Meant;
  readonly from: Exportable;
  readonly format: Format;
  /** Absent: as what is meant is shown. */
  readonly locales?: readonly string[] | undefined;
}

/** What became of an export. What was written is valid, however it ended, unless it is cut. */
export interface Came {
  readonly outcome: "whole" | "cancelled" | "failed";
  /** How many records were written. */
  readonly count: number;
  readonly failure?: Failure;
  /** Whether there was no room for the end of what was written: it is no valid JSON without its `]`. */
  readonly isCut?: boolean;
}

interface Running extends CallOptions {
  /** Hears how many records are written. */
  readonly onCount?: (count: number) => void;
}

/**
 * Reads what is meant and writes it, page by page: no more than two pages are held. Where it is cancelled or
 * fails, what was written before is brought to its end; before the first record nothing is written.
 */
export async function exportRecords(
  wanted: Wanted,
  sink: Sink,
  parts: Parts,
  { onCount, ...options }: Running = {},
): Promise<Came> {
  const file = new Writing(sink, writerOf(wanted.format, columnsOf(wanted.from)));
  for await (const [failure, records] of pagesOf(wanted, parts, options)) {
    if (options.signal?.aborted) return file.end("cancelled");
    if (failure) return file.end(failure);
    const unwritten = await file.add(records);
    if (unwritten) return file.end(unwritten);
    onCount?.(file.count);
  }
  return file.end("whole");
}

async function* pagesOf(
  { meant, from, locales }: Wanted,
  parts: Parts,
  options: CallOptions,
): RecordPages {
  const [unknown, some] = await partsOf({ ...meant, locales }, parts);
  if (unknown) return yield failed(unknown);
  for (const one of some) yield* readRecords(one, from, options);
}

/** A text of records that grows. */
class Writing {
  count = 0;
  readonly #sink: Sink;
  readonly #writer: RecordWriter;

  constructor(sink: Sink, writer: RecordWriter) {
    this.#sink = sink;
    this.#writer = writer;
  }

  async add(records: readonly JsonObject[]): Promise<Failure | undefined> {
    if (records.length === 0) return undefined;
    const texts = records.map((record, at) => this.#writer.record(record, this.count + at));
    const begin = this.count === 0 ? this.#writer.begin : "";
    const failure = await this.#write(begin + texts.join(""));
    if (!failure) this.count += records.length;
    return failure;
  }

  /** Brings it to its end: whole, or why it is not. */
  async end(how: "whole" | "cancelled" | Failure): Promise<Came> {
    const { count } = this;
    const unwritten = count > 0 || how === "whole" ? await this.#close() : undefined;
    const [outcome, failure] =
      typeof how === "string" ? ([how, unwritten] as const) : (["failed", how] as const);
    if (!failure) return { outcome, count };
    const isCut = count > 0 && unwritten !== undefined;
    return { outcome: "failed", count, failure, ...(isCut && { isCut }) };
  }

  async #close(): Promise<Failure | undefined> {
    const { begin, end } = this.#writer;
    const last = (this.count > 0 ? "" : begin) + end;
    return last === "" ? undefined : this.#write(last);
  }

  async #write(text: string): Promise<Failure | undefined> {
    const why = await this.#sink.write(text);
    return why === undefined ? undefined : { code: "not-written", why };
  }
}
