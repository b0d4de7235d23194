import { isUser } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import type { JournalBatch, JournalEntry, Journal } from "../../changes/journal/journal.ts";
import { noLocale } from "../../changes/journal/journalEntry.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { failed } from "../../foundation/outcome.ts";
import type { Reader } from "../../documents/snapshot/reader.ts";
import { restoreDeleted } from "../../changes/lifecycle/restore.ts";
import { differingAttributes } from "../../changes/lifecycle/versionDifferences.ts";
import { undoSave } from "../../changes/saving/undo.ts";
import { runEach } from "./running.ts";
import type { ItemResult, RunOptions } from "./running.ts";
import { deleteCreated } from "./unmaking.ts";

interface UndoDependencies {
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
 * touched it since; what was unpublished is
 * published again where its draft is what was live. What was taken back already is skipped.
 */
export const undoBatch = (
  entries: readonly JournalEntry[],
  dependencies: UndoDependencies,
  options: RunOptions,
): Promise<readonly ItemResult<JournalEntry>[]> =>
  runEach(entries.filter(canUndoEntry), (entry) => undoEntry(entry, dependencies), options);

/** Whether there is a way back from some of a batch. */
export const canUndoBatch = ({ counts }: Pick<JournalBatch, "counts">): boolean =>
  [...counts.keys()].some(isReversible);

/** A publish is not undone: only administrators can unpublish. */
const isReversible = (action: string): boolean =>
  /^(save|delete|create|localize|unpublish)$/.test(action);

/** An account without a password is none. */
export const canUndoEntry = (entry: JournalEntry): boolean =>
  entry.outcome !== "failed" &&
  isReversible(entry.action) &&
  !(entry.action === "delete" && isUser(entry.address));

async function undoEntry(
  entry: JournalEntry,
  dependencies: UndoDependencies,
): Promise<Outcome<unknown>> {
  if (entry.action === "delete") return restoreDeleted(entry, dependencies);
  if (entry.action === "unpublish") return publishAgain(entry, dependencies);
  if (entry.action !== "save") return deleteCreated(entry, dependencies);
  if (dependencies.documents.edits.hasUnsavedChanges(entry.address))
    return failed({ code: "unsaved" });
  return undoSave(entry, dependencies);
}

/** A draft that differs from what was live is not published: nobody agreed to that. */
async function publishAgain(
  entry: JournalEntry,
  dependencies: UndoDependencies,
): Promise<Outcome<unknown>> {
  const { address, before } = entry;
  if (dependencies.documents.edits.hasUnsavedChanges(address)) return failed({ code: "unsaved" });
  const [unknown, service] = await dependencies.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [gone, now] = await dependencies.lifecycle.preview(address);
  if (gone) return failed(gone);
  if (now.state !== "draft") return failed({ code: "changed-meanwhile" });
  const live = before[address.locale ?? noLocale] ?? {};
  const paths = differingAttributes({ before: live, after: now.content }, service);
  return paths.length > 0
    ? failed({ code: "undo-conflict", paths })
    : dependencies.lifecycle.publish(address, now);
}
