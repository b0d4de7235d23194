import { timeOf } from "./journalEntry.ts";
import type { JournalFileName } from "./journalEntry.ts";

/** What was done to many documents at once. */
export interface JournalBatch {
  readonly id: string;
  /** How many there are of each action. */
  readonly counts: ReadonlyMap<string, number>;
  /** When it began, in milliseconds. */
  readonly at: number;
}

/** The batches that files belong to, newest first; the files are in the order of time. */
export function batchesIn(files: readonly JournalFileName[]): readonly JournalBatch[] {
  const groups = new Map<string, JournalFileName[]>();
  for (const file of files) {
    const group = groups.get(file.group) ?? [];
    groups.set(file.group, group);
    group.push(file);
  }
  return [...groups].map(([id, members]) => toBatch(id, members)).reverse();
}

function toBatch(id: string, files: readonly JournalFileName[]): JournalBatch {
  const counts = new Map<string, number>();
  for (const { action } of files) counts.set(action, (counts.get(action) ?? 0) + 1);
  return { id, counts, at: timeOf(files[0]?.stamp ?? "") };
}
