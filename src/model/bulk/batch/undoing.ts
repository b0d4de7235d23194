import type { JournalBatch, JournalEntry, Journal } from "../../changes/journal/journal.ts";
import { noLocale } from "../../changes/journal/journalEntry.ts";
import { writeRecorded } from "../../changes/journal/recorded.ts";
import type { Lifecycle } from "../../changes/lifecycle/lifecycle.ts";
import type { DeleteAgreement } from "../../changes/lifecycle/lifecycleEntries.ts";
import { sendDelete } from "../../changes/lifecycle/lifecycleWriter.ts";
import { restoreDeleted } from "../../changes/lifecycle/restore.ts";
import { differingAttributes } from "../../changes/lifecycle/versionDifferences.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import { undoSave } from "../../changes/saving/undo.ts";
import { changedPaths } from "../../documents/content/merge.ts";
import type { Reader, SnapshotWithStatus } from "../../documents/snapshot/reader.ts";
import { isUser } from "../../foundation/address.ts";
import { pick } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { failed, done } from "../../foundation/outcome.ts";
import type { Content } from "../../query/listing/content.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import { runEach } from "./running.ts";
import type { ItemResult, RunOptions } from "./running.ts";

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
): Promise<Outcome<unknown, BulkFailure>> {
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
): Promise<Outcome<unknown, BulkFailure>> {
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

interface DeleteCreatedDependencies {
  readonly catalogs: Catalogs;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly reader: Reader;
}

/**
 * Deletes what a batch has made, a document or one locale of it, where nobody has changed, published or added
 * to it since, and nothing points to it as far as can be looked up: what the same batch has made and linked is
 * taken back before it.
 */
export async function deleteCreated(
  entry: JournalEntry,
  dependencies: DeleteCreatedDependencies,
): Promise<Outcome<unknown, BulkFailure>> {
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
    : deleteLocale(entry, now, { ...dependencies, service });
}

/** As it is now, unless there is a reason to leave it there. */
async function readUntouched(
  entry: JournalEntry,
  lifecycle: Lifecycle,
  service: TypedService,
): Promise<Outcome<DeleteAgreement, BulkFailure>> {
  const { address, action } = entry;
  // What goes with a locale is what is linked in it.
  const only = action === "create" ? undefined : address.locale;
  const [blind, inbound] = await lifecycle.inbound(address, { only });
  if (blind) return failed(blind);
  // Last of all: whoever edits it while the other questions are asked is not to lose that.
  const [gone, now] = await lifecycle.preview(address);
  if (gone) return failed(gone);
  const [touched] = checkUntouched(entry, now, service);
  if (touched) return failed(touched);
  return inbound.total > 0 ? failed({ code: "pointed-to" }) : done({ ...now, inbound });
}

function checkUntouched(
  entry: JournalEntry,
  now: SnapshotWithStatus,
  service: TypedService,
): Outcome<null, BulkFailure> {
  const { address, action } = entry;
  const paths = changedSince(entry, now, service);
  if (paths.length > 0) return failed({ code: "undo-conflict", paths });
  const isLive = now.state !== undefined && now.state !== "draft";
  const others = (now.facts.locales ?? []).filter((locale) => locale !== address.locale);
  const hasMore = action === "create" && others.length > 0;
  return isLive || hasMore ? failed({ code: "changed-meanwhile" }) : done(null);
}

/** What the journal has left out of the entry is not looked at. */
function changedSince(
  { address: { locale = noLocale }, after }: JournalEntry,
  now: SnapshotWithStatus,
  service: TypedService,
): readonly string[] {
  const made = after[locale] ?? {};
  return changedPaths(made, pick(now.content, Object.keys(made)), service);
}

async function deleteLocale(
  { address, id: undoes }: JournalEntry,
  now: SnapshotWithStatus,
  {
    service,
    journal,
    reader,
    documents,
  }: DeleteCreatedDependencies & { readonly service: TypedService },
): Promise<Outcome<unknown, BulkFailure>> {
  const { locale = noLocale } = address;
  const facts = { action: "localize", address, title: now.title, paths: [], undoes } as const;
  const entry = { ...facts, before: { [locale]: now.content }, after: {} };
  const [failure] = await writeRecorded(journal, entry, service, {
    send: () => sendDelete(service, address, reader, locale),
    after: () => entry.after,
  });
  if (failure) return failed(failure);
  documents.dropLocalization(address);
  return done(null);
}
