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
