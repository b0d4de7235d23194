/** Why a record of a file, or the rest of the file, can't be imported. */
export type RecordFailure =
  /** The file can't be read any further. */
  | { readonly code: "unreadable-file"; readonly why: string }
  /** The file is not UTF-8. */
  | { readonly code: "file-not-utf-8" }
  /** A JSON file is not a list of records. */
  | { readonly code: "not-a-list" }
  /** Two columns of a CSV file have the same name. */
  | { readonly code: "doubled-column"; readonly name: string }
  /** A row of a CSV file has more or fewer cells than the header has columns. */
  | { readonly code: "cell-count"; readonly cells: number; readonly columns: number }
  /** A CSV file has a quote where none is allowed, so the start of the next row is unknown. */
  | { readonly code: "wrong-quotes" }
  /** A record is longer than a service accepts; `limit` is in characters. */
  | { readonly code: "record-too-long"; readonly limit: number }
  /** A record is not an object. */
  | { readonly code: "not-a-record" };
