import type { Failure } from "../../foundation/outcome.ts";
import type { EarlierResult } from "./earlier.ts";

/** What the records of one document have in common. */
export interface RecordGroup {
  /** Its document, once that is there. */
  documentId?: string | undefined;
  readonly name: string;
  /** The first line of its records in each locale. */
  readonly lines: Map<string, number>;
  /** The locales in which this import has made it. */
  readonly created: Set<string>;
  /** Whether it was tried in vain to make it. */
  hasFailed: boolean;
}

/** What is kept of a record: where it stands and what it becomes, never what it says. */
export interface RecordEntry {
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** Absent where the type is not localized. */
  readonly locale?: string | undefined;
  /** What its document is found by. */
  readonly key?: string | undefined;
  readonly group: RecordGroup;
  /** Tells again which document of its source it is about; absent where it does not say. */
  readonly source?: string | undefined;
  readonly earlier?: EarlierResult | undefined;
  /** What it says of what all locales of a document share, in short; absent where that is nothing. */
  readonly shared?: string | undefined;
  /** The first record of the same document, which says what its locales share; absent where it is the first. */
  first?: RecordEntry;
  failure?: Failure;
  /** What it would overwrite, in short, by attribute. */
  overwrites?: ReadonlyMap<string, string>;
}

/** From now on nothing comes of a record, the first reason stands. */
export function refuse(entry: RecordEntry, failure: Failure): void {
  entry.failure ??= failure;
  entry.group.lines.delete(entry.locale ?? "");
}

export const newRecordGroup = (name: string): RecordGroup => ({
  name,
  lines: new Map(),
  created: new Set(),
  hasFailed: false,
});

/** What no other record of a file may have in common with one. */
export const uniqueKeysOf = ({ group, key, locale = "" }: RecordEntry): string[] => [
  JSON.stringify(["kin", group.name, locale]),
  ...(key === undefined ? [] : [JSON.stringify(["key", key, locale])]),
];
