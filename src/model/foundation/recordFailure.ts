/** Why a record of a file, or the rest of the file, can't be imported. Words for a person are made in host/. */
export type RecordFailure =
  /** The file can't be read any further. */
  | { readonly code: "unreadable-file"; readonly why: string }
  /** The file is not UTF-8. */
  | { readonly code: "file-not-utf-8" }
  /** A JSON file is no list of records. */
  | { readonly code: "not-a-list" }
  /** Two columns of a table have one name. */
  | { readonly code: "doubled-column"; readonly name: string }
  /** A row of a table has another number of cells than its first line has columns. */
  | { readonly code: "cell-count"; readonly cells: number; readonly columns: number }
  /** A quote of a table stands where none may: nobody knows where the next row begins. */
  | { readonly code: "wrong-quotes" }
  /** A record is longer than any that a service takes; `limit` is in characters. */
  | { readonly code: "record-too-long"; readonly limit: number }
  /** A record is no object. */
  | { readonly code: "not-a-record" };
