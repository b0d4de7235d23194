import { timeOf } from "./journalEntry.ts";
import type { FileName } from "./journalEntry.ts";

/** What was done to many documents at once. */
export interface Batch {
  readonly id: string;
  readonly action: string;
  readonly count: number;
  /** When it began, in milliseconds. */
  readonly at: number;
}

/** The batches that files belong to, newest first; the files are in the order of time. */
export function batchesIn(files: readonly FileName[]): readonly Batch[] {
  const groups = new Map<string, FileName[]>();
  for (const file of files) {
    const group = groups.get(file.group) ?? [];
    groups.set(file.group, group);
    group.push(file);
  }
  return [...groups].map(([id, members]) => toBatch(id, members)).reverse();
}

const toBatch = (id: string, files: readonly FileName[]): Batch => {
  const [{ action, stamp } = { action: "", stamp: "" }] = files;
  return { id, action, count: files.length, at: timeOf(stamp) };
};
