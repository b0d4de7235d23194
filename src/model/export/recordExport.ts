import type { CallOptions } from "../../client/index.ts";
import type { DocumentGroup } from "../batch/targetPages.ts";
import { columnsOf } from "../records/csvColumns.ts";
import { serializerOf, type Format, type RecordSerializer } from "../records/recordFormat.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { OddRow } from "../content/oddRows.ts";
import { readRecords, type Exportable, type RecordPages } from "./exportable.ts";

export interface Sink {
  /** Appends a text. Returns the reason of a failure, after which none of the text is written. */
  write(text: string): Promise<string | undefined>;
}

export interface ExportRequest {
  readonly groups: readonly DocumentGroup[];
  readonly exportable: Exportable;
  readonly format: Format;
}

export type ExportOptions = CallOptions & { readonly onCount?: (count: number) => void };

/** The written text is valid whatever the outcome, unless it is truncated. */
export interface ExportResult {
  readonly outcome: "whole" | "cancelled" | "failed";
  readonly count: number;
  readonly failure?: BulkFailure;
  /** The documents that are not exported, because no request can read their drafts. */
  readonly leftOut: readonly OddRow[];
  /** Whether the end of the text could not be written. JSON without its `]` is invalid. */
  readonly isTruncated?: boolean;
}

/** Reads the documents of groups and writes them as records. */
export const exportRecords = (
  { groups, exportable, format }: ExportRequest,
  sink: Sink,
  options: ExportOptions = {},
): Promise<ExportResult> =>
  writeRecords(
    pagesOf(groups, exportable, options),
    serializerOf(format, columnsOf(exportable)),
    sink,
    options,
  );

/**
 * Writes records page by page, with at most two pages in memory. If the export is cancelled or
 * fails, the text written so far is completed. Before the first record, nothing is written.
 */
export async function writeRecords(
  pages: RecordPages,
  serializer: RecordSerializer,
  sink: Sink,
  { signal, onCount }: ExportOptions,
): Promise<ExportResult> {
  let count = 0;
  /** Each of them once, also if it is read in several locales. */
  const leftOut = new Map<string, OddRow>();
  const write = async (text: string): Promise<BulkFailure | undefined> => {
    const why = await sink.write(text);
    return why === undefined ? undefined : { code: "not-written", why };
  };
  /** Completes the text. `how` says that the export is whole, or why it isn't. */
  const end = async (how: "whole" | "cancelled" | BulkFailure): Promise<ExportResult> => {
    const last = (count > 0 ? "" : serializer.begin) + serializer.end;
    const isWritten = last !== "" && (count > 0 || how === "whole");
    const unwritten = isWritten ? await write(last) : undefined;
    const [outcome, failure] =
      typeof how === "string" ? ([how, unwritten] as const) : (["failed", how] as const);
    const result = { count, leftOut: [...leftOut.values()] };
    if (!failure) return { outcome, ...result };
    const isTruncated = count > 0 && unwritten !== undefined;
    return { outcome: "failed", failure, ...result, ...(isTruncated && { isTruncated }) };
  };
  for await (const [failure, page] of pages) {
    if (signal?.aborted) return end("cancelled");
    if (failure) return end(failure);
    for (const row of page.odd) leftOut.set(`${row.why} ${row.id}`, row);
    if (page.records.length > 0) {
      const texts = page.records.map((record, at) => serializer.record(record, count + at));
      const unwritten = await write((count > 0 ? "" : serializer.begin) + texts.join(""));
      if (unwritten) return end(unwritten);
      count += page.records.length;
    }
    onCount?.(count);
  }
  return end("whole");
}

async function* pagesOf(
  groups: readonly DocumentGroup[],
  exportable: Exportable,
  options: CallOptions,
): RecordPages {
  for (const group of groups) yield* readRecords(group, exportable, options);
}
