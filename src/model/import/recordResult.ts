import type { ReportFacts } from "../writing/changeReport.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

/** The result of a record, as the results log stores it. */
export interface RecordResult extends ReportFacts {
  readonly line: number;
  /** The name that identifies the record after edits to the file; absent if it can't be read. */
  readonly record?: string | undefined;
  readonly outcome:
    /** The record is about to be created, or was and is not verified. */
    | "sent"
    | "created"
    | "localized"
    | "changed"
    /** The relations to other records of the file were added, too. */
    | "linked"
    | "unchanged"
    /** The document changed since the preview and was left unchanged. */
    | "skipped"
    | "failed"
    | "unknown"
    /** The user deselected the record, the run was cancelled before it, or the run stopped. */
    | "untried";
  /** The name that identifies the source document, whatever else the record contains. */
  readonly source?: string | undefined;
  readonly documentId?: string | undefined;
  readonly locale?: string | undefined;
  /** For a record that is about to be created: the largest row id of its type before. */
  readonly mark?: number | undefined;
  /** For a record that was sent: whether the service has answered with the documentId. */
  readonly isAnswered?: boolean;
  /** Whether the service did not keep all of the record. */
  readonly isPartial?: boolean;
  /** Attributes that lack relations to records that are created later. */
  readonly pending?: readonly string[] | undefined;
  readonly failure?: BulkFailure;
}

/** The upload of a media file of the folder, as the results log stores it. */
export interface FileResult {
  /** The documentId in the list of the folder. */
  readonly media: string;
  /** `sent`: the file is about to be uploaded. `failed`: the service has certainly not stored it. */
  readonly outcome: "sent" | "uploaded" | "failed";
  /** That of the new file. */
  readonly documentId?: string;
  /** For a file that is about to be uploaded: the largest id of a file before. */
  readonly mark?: number;
}

export type ResultLine = RecordResult | FileResult | RunStarted;

/** The start of a run. The results that follow belong to it. */
export interface RunStarted {
  readonly run: string;
  readonly at: string;
  readonly connection: string;
  /** The collections, separated by commas. */
  readonly type: string;
}

/** Stores the results of an import, one per line, in a file next to the imported file. */
export interface ResultsStore {
  /** The lines of earlier runs in order; empty if there are none. */
  lines(): AsyncIterable<string>;
  /** Appends lines. Returns the reason if the write fails. */
  append(...lines: readonly ResultLine[]): Promise<string | undefined>;
}
