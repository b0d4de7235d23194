import type { JournalBatch, JournalEntry } from "../../changes/journal/journal.ts";
import { noLocale, undoneIn } from "../../changes/journal/journalEntry.ts";
import { writeRecorded } from "../../changes/writing/recorded.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import type { DeleteAgreement } from "../../changes/lifecycle/wholeDocument.ts";
import { sendDelete } from "../../changes/lifecycle/lifecycleWriter.ts";
import { restoreDeleted } from "../../changes/lifecycle/restore.ts";
import { differingAttributes } from "../../documents/versionDifferences.ts";
import { restoreOthers, undoSave } from "../../changes/saving/undo.ts";
import type { UndoResult } from "../../changes/saving/undo.ts";
import { changesBesides, reversed } from "../../changes/elsewhere/otherChange.ts";
import type { OtherChanges } from "../../changes/elsewhere/otherChange.ts";
import { joinReports, changeReportOf } from "../../changes/writing/changeReport.ts";
import type { ChangeReport } from "../../changes/writing/changeReport.ts";
import { changedPaths } from "../../content/merge.ts";
import type { SnapshotWithStatus } from "../../documents/reader.ts";
import { isUser } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { pick } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { failed, done } from "../../foundation/outcome.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { BatchDependencies } from "./batchAction.ts";
import { runEach } from "./running.ts";
import type { ItemResult, RunOptions } from "./running.ts";

/**
 * Undoes a batch, newest entry first. Skips entries that were undone already. A save is reverted,
 * but later changes stay. A deleted document is restored as a draft with a new documentId. A
 * created document is deleted if it is unchanged since. An unpublished document is published again
 * if its draft equals the version that was live.
 */
export async function undoBatch(
  entries: readonly JournalEntry[],
  dependencies: BatchDependencies,
  options: RunOptions,
): Promise<readonly ItemResult<JournalEntry>[]> {
  const lacking = new Map<JournalEntry, readonly string[]>();
  const undo = async (entry: JournalEntry): Promise<Outcome<ChangeReport, BulkFailure>> => {
    const [failure, undone] = await undoEntry(entry, dependencies);
    if (failure) return failed(failure);
    lacking.set(entry, undone.lacking);
    return done(undone.report);
  };
  const results = await runEach(entries.filter(canUndoEntry), undo, options);
  return results.map((result) => {
    const paths = lacking.get(result.item) ?? [];
    return paths.length > 0 ? { ...result, lacking: paths } : result;
  });
}

export const canUndoBatch = ({ counts }: Pick<JournalBatch, "counts">): boolean =>
  [...counts.keys()].some(isReversible);

/** A publish can't be undone, because only administrators can unpublish. */
const isReversible = (action: string): boolean =>
  /^(save|delete|create|localize|unpublish)$/.test(action);

/** A deleted user can't be restored, because an account needs a password. */
export const canUndoEntry = (entry: JournalEntry): boolean =>
  entry.outcome !== "failed" &&
  isReversible(entry.action) &&
  !(entry.action === "delete" && isUser(entry.address));

type UndoneEntry = Pick<UndoResult, "report" | "lacking">;

async function undoEntry(
  entry: JournalEntry,
  dependencies: BatchDependencies,
): Promise<Outcome<UndoneEntry, BulkFailure>> {
  if (entry.action === "delete") {
    const [failure, restored] = await restoreDeleted(entry, dependencies);
    if (failure) return failed(failure);
    const { report, omitted, unread } = restored;
    return done({ report, lacking: [...omitted, ...unread] });
  }
  if (entry.action === "save") {
    return dependencies.documents.edits.hasUnsavedChanges(entry.address)
      ? failed({ code: "unsaved" })
      : undoSave(entry, dependencies);
  }
  const undo = entry.action === "unpublish" ? undoUnpublish : undoCreation;
  const [failure, report] = await undo(entry, dependencies);
  return failure ? failed(failure) : done({ report, lacking: [] });
}

/** The entry of an Unpublish, if that is the last change of a document that was not undone. */
export async function lastUnpublishOf(
  address: Address,
  { journal }: BatchDependencies,
): Promise<JournalEntry | undefined> {
  const history = await journal.history(address);
  const undone = undoneIn(history);
  const last = history.find(
    ({ id, outcome, undoes }) => outcome !== "failed" && undoes === undefined && !undone.has(id),
  );
  return last?.action === "unpublish" ? last : undefined;
}

/**
 * Publishes an unpublished document again, and reports the relations that this doesn't restore.
 * `elsewhere`: the changes of other documents that the user knows; undefined if nobody was asked.
 */
export async function undoUnpublish(
  entry: JournalEntry,
  dependencies: BatchDependencies,
  elsewhere?: OtherChanges,
): Promise<Outcome<ChangeReport, BulkFailure>> {
  const [changed, now] = await readUnpublished(entry, dependencies);
  if (changed) return failed(changed);
  const [failure, report] = await dependencies.lifecycle.publish(entry.address, {
    ...now,
    elsewhere,
  });
  if (failure) return failed(failure);
  const unrestored = changesBesides(report.elsewhere.map(reversed), entry.elsewhere);
  return done({ ...report, unrestored });
}

/**
 * Reads an unpublished document. Fails if its draft differs from the version that was live, because
 * the user didn't agree to publish that.
 */
export async function readUnpublished(
  { address, before }: JournalEntry,
  dependencies: BatchDependencies,
): Promise<Outcome<SnapshotWithStatus, BulkFailure>> {
  if (dependencies.documents.edits.hasUnsavedChanges(address)) return failed({ code: "unsaved" });
  const [unknown, service] = await dependencies.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [gone, now] = await dependencies.lifecycle.preview(address);
  if (gone) return failed(gone);
  if (now.state !== "draft") return failed({ code: "changed-meanwhile" });
  const live = before[address.locale ?? noLocale] ?? {};
  const paths = differingAttributes({ before: live, after: now.content }, service);
  return paths.length > 0 ? failed({ code: "undo-conflict", paths }) : done(now);
}

/** Deletes a document or locale, and gives other documents the targets that it took from them. */
export async function undoCreation(
  entry: JournalEntry,
  dependencies: BatchDependencies,
): Promise<Outcome<ChangeReport, BulkFailure>> {
  const [failure, report] = await deleteCreated(entry, dependencies);
  if (failure) return failed(failure);
  return done(joinReports([report, await restoreOthers(entry, dependencies)]));
}

/**
 * Deletes a document, or one locale of it, that a batch created. Requires that it has not been
 * changed, published or extended since. Also requires that no other document points to it, as far
 * as the service can tell. Undo goes from newest to oldest, so documents and relations that the
 * same batch added are undone first.
 */
async function deleteCreated(
  entry: JournalEntry,
  dependencies: BatchDependencies,
): Promise<Outcome<ChangeReport, BulkFailure>> {
  const { address, action } = entry;
  const isWhole = action === "create";
  if (dependencies.documents.edits.hasUnsavedChanges(address, isWhole))
    return failed({ code: "unsaved" });
  const [unknown, service] = await dependencies.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [touched, now] = await readUntouched(entry, dependencies.lifecycle, service);
  if (touched) return failed(touched);
  return isWhole
    ? dependencies.lifecycle.delete(address, now)
    : deleteLocale(entry, now, service, dependencies);
}

/** Reads the document. Fails if there is a reason to keep it. */
async function readUntouched(
  entry: JournalEntry,
  lifecycle: Lifecycle,
  service: TypedService,
): Promise<Outcome<DeleteAgreement, BulkFailure>> {
  const { address, action } = entry;
  // Deleting one locale removes only the relations of that locale.
  const only = action === "create" ? undefined : address.locale;
  const [blind, inbound] = await lifecycle.inbound(address, { only });
  if (blind) return failed(blind);
  // Read the document last, so that edits made during the other requests are not lost.
  const [gone, now] = await lifecycle.preview(address);
  if (gone) return failed(gone);
  const touched = changeSince(entry, now, service);
  if (touched) return failed(touched);
  return inbound.total > 0 ? failed({ code: "pointed-to" }) : done({ ...now, inbound });
}

/** Why a created document must stay. Ignores attributes that the journal entry doesn't contain. */
function changeSince(
  { address, action, after }: JournalEntry,
  now: SnapshotWithStatus,
  service: TypedService,
): BulkFailure | undefined {
  const created = after[address.locale ?? noLocale] ?? {};
  const paths = changedPaths(created, pick(now.content, Object.keys(created)), service);
  if (paths.length > 0) return { code: "undo-conflict", paths };
  const isLive = now.state !== undefined && now.state !== "draft";
  const others = (now.facts.locales ?? []).filter((locale) => locale !== address.locale);
  const hasMore = action === "create" && others.length > 0;
  return isLive || hasMore ? { code: "changed-meanwhile" } : undefined;
}

async function deleteLocale(
  { address, id: undoes }: JournalEntry,
  now: SnapshotWithStatus,
  service: TypedService,
  { journal, reader, documents }: BatchDependencies,
): Promise<Outcome<ChangeReport, BulkFailure>> {
  const { locale = noLocale } = address;
  const before = { [locale]: now.content };
  const about = { action: "localize", address, title: now.title, undoes } as const;
  const [failure] = await writeRecorded(journal, { ...about, before, after: {} }, service, {
    send: () => sendDelete(service, address, reader, locale),
  });
  if (failure) return failed(failure);
  documents.dropLocalization(address);
  return done(changeReportOf({}));
}
