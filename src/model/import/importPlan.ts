import type { RecordEntry, RecordIndex } from "./recordIndex.ts";
import type { ReferenceResolver } from "./referenceResolver.ts";
import type { CopyFile, FileTransfer } from "../media/fileTransfer.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { OtherChange } from "../journal/journalEntry.ts";

export type Intent =
  | { readonly kind: "create" }
  /** Adds this locale to a document that exists or that another record of the file creates. */
  | { readonly kind: "localize" }
  /** Gives these attributes of a draft other values. */
  | { readonly kind: "change"; readonly names: readonly string[] }
  /** Adds missing relations to other records of the file. An earlier run created the document. */
  | { readonly kind: "link"; readonly names: readonly string[] };

export interface PlannedRecord {
  /** The line at which the record starts, from 1; unique in a plan. */
  readonly line: number;
  /** Empty if the record has no title or can't be read. */
  readonly title: string;
  readonly locale: string | undefined;
  /** Undefined unless the document already exists. */
  readonly documentId: string | undefined;
  readonly intent: Intent;
  /** The relations that other documents lose by it. To run the plan is to agree to these. */
  readonly elsewhere: readonly OtherChange[];
}

/** A record that can't be imported, or a part of the file that isn't a record. */
export type RefusedRecord = Pick<PlannedRecord, "line" | "title"> & {
  readonly failure: BulkFailure;
};

/** What a run writes, in the order of the source. It holds no contents. */
export interface RecordPlan {
  readonly planned: readonly PlannedRecord[];
  readonly refused: readonly RefusedRecord[];
  /** The records with values that the service stores as other ones, whether a run writes them or not. */
  readonly converted: readonly Pick<RecordEntry, "line" | "title" | "conversions">[];
  /** The lines of records whose documents already have the same values. */
  readonly unchanged: readonly number[];
  /** The lines of records that an earlier run has imported. */
  readonly done: readonly number[];
  readonly index: RecordIndex;
  readonly resolver: ReferenceResolver;
}

export interface ImportPlan extends RecordPlan {
  /** The media files of the folder; empty without their bytes. */
  readonly files: readonly CopyFile[];
  /** Uploads the files; absent without their bytes. */
  readonly media: FileTransfer | undefined;
  /** The lines of records without any value. They are passed over. */
  readonly empty: readonly number[];
  /**
   * The lines of records whose values of shared fields are ignored. They differ from the first
   * record of the same document, or the record adds a locale to an existing document.
   */
  readonly ignoringSharedFields: readonly number[];
  /**
   * The number of documents from earlier runs that no record matches: the record was removed or
   * changed, and no key finds the document. New documents may duplicate them.
   */
  readonly unclaimed: number;
}

/** The keys by which the first records of a type name the targets of a relation. */
export interface RelationKeyCounts {
  /** The type of the records. */
  readonly type: string;
  /** The path of the relation, as in `ImportTarget.relations`. */
  readonly path: string;
  /**
   * The counts for each key: `documentId` or an attribute of the target. `matches` counts the values
   * that name one document of the service or the file. `missing` counts the values that name none
   * or several.
   */
  readonly keys: ReadonlyMap<string, { readonly matches: number; readonly missing: number }>;
}
