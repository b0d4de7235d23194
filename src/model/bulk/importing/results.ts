import type { BulkFailure } from "../bulkFailure.ts";

/** What became of a record, as the results of an import keep it. */
export interface RecordResult {
  readonly line: number;
  /** Tells the record again in a file that was edited since; absent where no record could be read. */
  readonly record?: string;
  readonly outcome:
    /** It is about to be made: where nothing follows, nobody knows whether it was. */
    | "sent"
    | "created"
    | "localized"
    | "changed"
    /** Its relations to other records of the file are there, too. */
    | "linked"
    | "unchanged"
    /** It is not any more what was looked at: it was left as it is. */
    | "skipped"
    | "failed"
    /** Nobody answered, and nobody can tell. */
    | "unknown"
    /** Cancelled before its turn, not chosen, or nothing could be done any more. */
    | "untried";
  /** Tells again which document of the file's source it is about, whatever else the record says. */
  readonly source?: string;
  readonly documentId?: string;
  readonly locale?: string;
  /** Attributes whose relations wait for records that are made later. */
  readonly pending?: readonly string[];
  readonly failure?: BulkFailure;
}

/** That a run begins: what follows is its own. */
export interface RunStarted {
  readonly run: string;
  readonly at: string;
  readonly connection: string;
  readonly type: string;
}

/** Where the results of an import are kept, one line each: a file beside what was imported. */
export interface ResultsStore {
  /** The lines of earlier runs, in their order; none where there were none. */
  lines(): AsyncIterable<string>;
  /** Keeps lines, at once, before anything else is done; says why where it could not. */
  append(...lines: readonly (RecordResult | RunStarted)[]): Promise<string | undefined>;
}
