import { timeOf } from "./journalEntry.ts";
import type { JournalFileName } from "./journalEntry.ts";

/** An action on many documents. */
export interface JournalBatch {
  readonly id: string;
  /** The number of entries for each action. */
  readonly counts: ReadonlyMap<string, number>;
  /** The start time, in milliseconds. */
  readonly at: number;
}

/** The batches that the files belong to, newest first. The files must be in chronological order. */
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
