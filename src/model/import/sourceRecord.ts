import type { JsonObject } from "../foundation/json.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { Catalog } from "../schemas/catalog.ts";

/** A record of a file, mapped to a content type. */
export interface SourceRecord {
  /** The collection or single type; absent if all records of the source have the same. */
  readonly type?: string;
  /** The line at which the record starts, or its number in a JSON array; both start at 1. */
  readonly line: number;
  readonly documentId?: string | undefined;
  readonly locale?: string | undefined;
  /** The attributes only. Absent attributes stay unchanged, and null clears one. */
  readonly content: JsonObject;
}

/**
 * A record of a file, or the reason why there is none at that line. Lines are unique. A record is
 * empty if it has neither a documentId nor a value for any field.
 */
export type SourceItem =
  | { readonly line: number; readonly record: SourceRecord }
  | { readonly line: number; readonly isEmpty: true }
  | { readonly line: number; readonly type?: string; readonly failure: BulkFailure };

/** A file of records. Each call reads it from the start, without holding all of it in memory. */
export interface RecordSource {
  records(signal?: AbortSignal): AsyncIterable<SourceItem>;
}

/** A collection or single type that receives records, and how its documents are matched. */
export interface ImportTarget {
  readonly connection: string;
  /** As in its URL. Users can't be imported, because they have passwords. */
  readonly type: string;
  /** The locale of records that name none; absent if the type is not localized. */
  readonly locale?: string | undefined;
  /**
   * The field that identifies a record's document: `documentId` or an attribute of the type. If
   * absent, every record creates a document. A single type has none.
   */
  readonly key?: string | undefined;
  /**
   * The target attribute by which each relation names its targets. Keys are relation paths without
   * indexes: `category`, `sections.author`. Other relations use the documentId.
   */
  readonly relations: ReadonlyMap<string, string>;
  /** The components with the attributes that records can have; by default, those of the service. */
  readonly catalog?: Pick<Catalog, "components"> | undefined;
}
