import type { JsonObject } from "../../foundation/json.ts";
import type { BulkFailure } from "../bulkFailure.ts";

/** One record of a file, mapped to a type: what it says, and where it stands. */
export interface SourceRecord {
  /** Where it stands, from 1: the line it begins at, or in an array which of its records it is. */
  readonly line: number;
  readonly documentId?: string;
  readonly locale?: string;
  /** Attributes alone; what is absent is left as it is, null clears. */
  readonly content: JsonObject;
}

/** What reading gives, one by one: a record, or why there is none at that line. No line comes twice. */
export type SourceItem =
  | { readonly line: number; readonly record: SourceRecord }
  | { readonly line: number; readonly failure: BulkFailure };

/** A file of records, read from its beginning each time it is asked; nobody holds all of it. */
export interface RecordSource {
  records(signal?: AbortSignal): AsyncIterable<SourceItem>;
}

/** What the records of a file become. */
export interface ImportTarget {
  /** The connection's id. */
  readonly connection: string;
  /** The name of a collection, as its URL uses it; never users, who have passwords. */
  readonly type: string;
  /** Of records that name none; absent where the type is not localized. */
  readonly locale?: string;
  /**
   * What a record's document is found by: `documentId`, or an attribute of the type. Absent where every
   * record makes a document.
   */
  readonly key?: string;
  /**
   * What a relation's target is found by, an attribute of the target, by the path of the relation without
   * indexes: `category`, `sections.author`. By its documentId where the path is not here.
   */
  readonly relations: ReadonlyMap<string, string>;
}
