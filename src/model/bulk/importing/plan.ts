import type { RecordIndex } from "./recordIndex.ts";
import type { Resolver } from "./resolving.ts";
import type { ImportTarget } from "./sourceRecord.ts";
import type { BulkFailure } from "../bulkFailure.ts";

/** What becomes of a record. */
export type Intent =
  | { readonly kind: "create" }
  /** The document is there, or is made of another record of the file, and gets this locale. */
  | { readonly kind: "localize" }
  /** These attributes of a draft get other values. */
  | { readonly kind: "change"; readonly names: readonly string[] }
  /** An earlier run made the document, and its relations to others of the file are missing. */
  | { readonly kind: "link"; readonly names: readonly string[] };

/** A record that something would be done for. */
export interface PlannedRecord {
  /** Where it begins in the file, from 1; no two of a plan have the same. */
  readonly line: number;
  /** Empty where it has none. */
  readonly title: string;
  readonly locale?: string;
  /** Where its document is there already. */
  readonly documentId?: string;
  readonly intent: Intent;
}

/** A record that can't be imported, or a place of the file that is none. */
export interface RefusedRecord {
  readonly line: number;
  /** Empty where it has none, or could not be read. */
  readonly title: string;
  readonly failure: BulkFailure;
}

/** What an import would do, in the order of the file. It holds no contents. */
export interface ImportPlan {
  readonly target: ImportTarget;
  readonly planned: readonly PlannedRecord[];
  readonly refused: readonly RefusedRecord[];
  /** The lines of records whose documents say so already. */
  readonly unchanged: readonly number[];
  /** The lines of records that an earlier run has imported. */
  readonly done: readonly number[];
  /**
   * The lines of records that say other than the first of their document of what its locales share, or add a
   * locale to one that is there: of that, they say it in vain.
   */
  readonly ignoringSharedFields: readonly number[];
  /**
   * How many documents earlier runs have made of records that the file has no more, or has otherwise, and no
   * key finds: what is created may be these again.
   */
  readonly unclaimed: number;
  /** What a run goes by. */
  readonly index: RecordIndex;
  readonly resolver: Resolver;
}

/** What the first records of a file say of a relation. */
export interface RelationKeyCounts {
  /** As in `Target.relations`. */
  readonly path: string;
  /** The uid of the type that it points to. */
  readonly target: string;
  /**
   * What the records name its targets by, `documentId` or attributes of the target: how many of these values
   * name one document of the service or the file, and how many name none or several.
   */
  readonly keys: ReadonlyMap<string, { readonly found: number; readonly missing: number }>;
}
