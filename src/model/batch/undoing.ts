import { isUser } from "../address.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { Content } from "../listing/content.ts";
import type { Documents } from "../documents/documents.ts";
import type { Batch, Entry, Journal } from "../journal/journal.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import type { Outcome } from "../outcome.ts";
import { failed } from "../outcome.ts";
import type { Reader } from "../documents/reader.ts";
import { restoreDeleted } from "../lifecycle/restore.ts";
import { undoSave } from "../saving/undo.ts";
import { runEach } from "./running.ts";
import type { Result, Running } from "./running.ts";
import { unmake } from "./unmaking.ts";

interface Parts {
  readonly catalogs: Catalogs;
  readonly content: Content;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly reader: Reader;
}

/**
 * Takes back what a batch did, the newest first: what was saved is as it was before, and what changed since
 * stays; what was deleted comes back as drafts, under new documentIds; what was made is deleted, if nobody has
 * touched it since. What was taken back already is skipped.
 */
export const undoBatch = (
  entries: readonly Entry[],
  parts: Parts,
  running: Running,
): Promise<readonly Result<Entry>[]> =>
  runEach(entries.filter(canBeUndone), (entry) => takeBack(entry, parts), running);

/** Whether there is a way back from some of a batch. */
export const hasWayBack = ({ counts }: Pick<Batch, "counts">): boolean =>
  [...counts.keys()].some(isReversible);

/** Nothing unpublishes but the service's own administration. */
const isReversible = (action: string): boolean => /^(save|delete|create|localize)$/.test(action);

/** An account without a password is none. */
export const canBeUndone = (entry: Entry): boolean =>
  entry.outcome !== "failed" &&
  isReversible(entry.action) &&
  !(entry.action === "delete" && isUser(entry.address));

async function takeBack(entry: Entry, parts: Parts): Promise<Outcome<unknown>> {
  if (entry.action === "delete") return restoreDeleted(entry, parts);
  if (entry.action !== "save") return unmake(entry, parts);
  if (parts.documents.edits.isOpen(entry.address)) return failed({ code: "unsaved" });
  return undoSave(entry, parts);
}
