import { uniqueKeysOf, refuse } from "./listed.ts";
import type { RecordEntry } from "./listed.ts";

/** How many lines are kept of records that are alike, however many there are: as many as anybody reads of. */
const maxListedLines = 6;

/** Records that are about the same document in the same locale. */
interface DuplicateRecords {
  /** The first of them. */
  readonly lines: number[];
  count: number;
}

/** Refuses records that say different things of one document. */
export function refuseDuplicates(all: readonly RecordEntry[]): void {
  const byKey = new Map<string, DuplicateRecords>();
  for (const entry of all) {
    for (const key of uniqueKeysOf(entry)) {
      const duplicates = byKey.get(key) ?? { lines: [], count: 0 };
      byKey.set(key, duplicates);
      duplicates.count += 1;
      if (duplicates.lines.length < maxListedLines) duplicates.lines.push(entry.line);
    }
  }
  for (const entry of all) {
    for (const key of uniqueKeysOf(entry)) refuseDuplicate(entry, byKey.get(key));
  }
}

function refuseDuplicate(entry: RecordEntry, duplicates: DuplicateRecords | undefined): void {
  if (!duplicates || duplicates.count === 1) return;
  const lines = duplicates.lines.filter((line) => line !== entry.line);
  refuse(entry, { code: "doubled-record", lines, count: duplicates.count - 1 });
}
