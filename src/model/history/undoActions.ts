import type { JournalEntry } from "../journal/journal.ts";
import {
  localizationAddress,
  noLocale,
  changesBesides,
  reversed,
} from "../journal/journalEntry.ts";
import type { OtherChanges } from "../journal/journalEntry.ts";
import { readManySnapshots, readSnapshots } from "../writing/wholeDocument.ts";
import { previewRestore, restoreDeleted } from "./restoration.ts";
import { compareVersions, differingAttributes } from "../documents/versionDifferences.ts";
import { previewUndo, restoreOthers, undoLastSave, type UndoResult } from "./saveUndo.ts";
import { joinReports, type ChangeReport } from "../writing/changeReport.ts";
import { changedPaths } from "../content/merge.ts";
import { referencesIn, withoutReferences } from "../content/references.ts";
import type { SnapshotWithStatus } from "../documents/snapshotReader.ts";
import { isNew, isSame, isSingle, isUser, keyOf, type Address } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { isSameValue } from "../content/equality.ts";
import { pick, textIn, type Json, type JsonObject, ownIn } from "../foundation/json.ts";
import { failed, done } from "../foundation/outcome.ts";
import {
  findInboundVersions,
  findPointedIds,
  type InboundRelation,
} from "../find/inboundRelations.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { isCreation, undoItemsOf, type UndoItem } from "./undoItem.ts";
import type { BatchDependencies } from "../publish/publication.ts";

/** What an item is now, if its undo is possible. */
export interface UndoCheck {
  /** The type of a document that is reverted. */
  readonly type?: ContentType;
  /** The document to delete, or the published version to take back. */
  readonly now?: SnapshotWithStatus | undefined;
  /** The relations to a document that is deleted, in each version. */
  readonly inbound: readonly InboundRelation[];
  /** The documentIds to which the document refers after its undo. */
  readonly references: ReadonlySet<string>;
}

/** What was read of many documents together. The check of one reads what is absent itself. */
export interface JointReads {
  readonly pointedIds?: ReadonlySet<string> | undefined;
  readonly snapshots?: ReadonlyMap<string, readonly SnapshotWithStatus[]> | undefined;
}

type CheckOptions = JointReads & { readonly signal?: AbortSignal | undefined };

/**
 * Checks whether an item can be undone, apart from relations to it. Fails with `unchanged` if it is
 * already as it was before the run. Writes nothing. `deleted` are the documentIds of which the undo
 * deleted localizations: the service removed relations to them.
 */
export async function checkUndo(
  item: UndoItem,
  dependencies: BatchDependencies,
  deleted: ReadonlySet<string> = new Set(),
  options: CheckOptions = {},
): BulkResult<UndoCheck> {
  const { kind, address, entries } = item;
  const [newest] = entries;
  if (!newest) return failed({ code: "unchanged" });
  if (dependencies.documents.edits.hasUnsavedChanges(address, kind === "delete"))
    return failed({ code: "unsaved" });
  if (isDeletion(item)) return checkDelete(item, dependencies, deleted, options);
  if (kind === "revert") return checkRevert(item, dependencies);
  if (kind === "restore" && isUser(address)) return failed({ code: "not-undoable", why: "user" });
  const [obstacle] =
    kind === "restore"
      ? await previewRestore(newest, dependencies)
      : await readUnpublished(newest, dependencies);
  if (obstacle?.code === "still-there") return failed({ code: "unchanged" });
  return obstacle ? failed(obstacle) : done(noRelations);
}

const noRelations = { inbound: [], references: new Set<string>() };

/** What was done, and the paths that the undo could not restore. */
type UndoneItem = Pick<UndoResult, "report" | "lacking">;

/** `isReleased` tells whether a relation to the document is no reason to keep it. */
export async function undoItem(
  item: UndoItem,
  dependencies: BatchDependencies,
  isReleased: (relation: InboundRelation) => boolean,
  deleted: ReadonlySet<string> = new Set(),
): BulkResult<UndoneItem> {
  const { kind, address, entries } = item;
  const [entry] = entries;
  if (!entry) return failed({ code: "unchanged" });
  if (kind === "restore") {
    const [failure, restored] = await restoreDeleted(entry, dependencies);
    if (failure) return failed(failure);
    return done({ report: restored.report, lacking: [...restored.omitted, ...restored.unread] });
  }
  if (kind === "publish") {
    const [failure, report] = await undoUnpublish(entry, dependencies);
    return failure ? failed(failure) : done({ report, lacking: [] });
  }
  const [checkFailure, check] = await checkUndo(item, dependencies, deleted);
  if (checkFailure) return failed(checkFailure);
  if (kind === "revert") return revert(item, check, dependencies);
  const { now, inbound } = check;
  if (!now) return failed({ code: "unchanged" });
  if (!inbound.every(isReleased)) return failed({ code: "pointed-to" });
  const { publication } = dependencies;
  const version = { ...now, undoes: entries.findLast(isCreation)?.id };
  const locale = textIn({ ...now.facts }, "locale");
  const [failure, report] =
    kind === "delete"
      ? await publication.delete(address, version)
      : await publication.deleteLocalization({ ...address, locale }, version);
  if (failure) return failed(failure);
  // Other documents get back the targets that the document took from them.
  const reports = [report];
  for (const write of entries) reports.push(await restoreOthers(write, dependencies));
  return done({ report: joinReports(reports), lacking: [] });
}

/** The entry of an Unpublish, if that is the last change of a document that was not undone. */
export async function lastUnpublishOf(
  address: Address,
  { journal }: BatchDependencies,
): Promise<JournalEntry | undefined> {
  const [last] = await journal.undoable(address);
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
): BulkResult<ChangeReport> {
  const [changed, now] = await readUnpublished(entry, dependencies);
  if (changed) return failed(changed);
  const [failure, report] = await dependencies.publication.publish(entry.address, {
    ...now,
    elsewhere,
  });
  if (failure) return failed(failure);
  const unrestored = changesBesides(report.elsewhere.map(reversed), entry.elsewhere);
  return done({ ...report, unrestored });
}

/**
 * Reads an unpublished document. Fails if its draft differs from the version that was live, because
 * the user didn't agree to publish that, or with `unchanged` if that version is live again.
 */
export async function readUnpublished(
  { address, before }: JournalEntry,
  dependencies: BatchDependencies,
): BulkResult<SnapshotWithStatus> {
  if (dependencies.documents.edits.hasUnsavedChanges(address)) return failed({ code: "unsaved" });
  const [unknown, service] = await dependencies.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [previewFailure, now] = await dependencies.publication.preview(address);
  if (previewFailure) return failed(previewFailure);
  if (now.state === "modified") return failed({ code: "changed-meanwhile" });
  const live = ownIn(before, address.locale ?? noLocale) ?? {};
  const paths = differingAttributes({ before: live, after: now.content }, service);
  if (paths.length > 0) return failed({ code: "undo-conflict", paths });
  return now.state === "draft" ? done(now) : failed({ code: "unchanged" });
}

/**
 * Deletes a localization that a save added. Requires that it has not been changed or published
 * since, and that no document points to it, as far as the service can tell.
 */
export async function undoCreation(
  entry: JournalEntry,
  dependencies: BatchDependencies,
): BulkResult<ChangeReport> {
  const [item] = undoItemsOf([entry]);
  if (!item) return failed({ code: "nothing-to-undo" });
  const [failure, undone] = await undoItem(item, dependencies, () => false);
  return failure ? failed(failure) : done(undone.report);
}

async function checkDelete(
  item: UndoItem,
  dependencies: BatchDependencies,
  deleted: ReadonlySet<string>,
  { signal, pointedIds, snapshots }: CheckOptions,
): BulkResult<UndoCheck> {
  const { catalogs } = dependencies;
  const { address } = item;
  // The answer to the create was lost, so the documentId is unknown.
  if (isNew(address)) return failed({ code: "not-created", documentId: undefined });
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const only = localeToDelete(item);
  const options = { only, signal };
  const [blind, inbound] = await findInboundVersions(service, address, options, pointedIds);
  if (blind) return failed(blind);
  // Read the document last, so that edits made during the other requests are not lost.
  const knownSnapshots = snapshots?.get(address.id);
  const [readFailure, all] = knownSnapshots
    ? done(knownSnapshots)
    : await readSnapshots(service, address, signal);
  if (readFailure) return failed(readFailure);
  const [now, ...others] = all.filter(({ facts }) => !only || facts.locale === only);
  if (!now) return failed({ code: "unchanged" });
  for (const snapshot of [now, ...others]) {
    const [touched] = await requireUntouched(item, snapshot, service, catalogs, deleted);
    if (touched) return failed(touched);
  }
  return done({ ...noRelations, now, inbound });
}

/** Deleting one locale removes only the relations of that locale. Undefined for all locales. */
const localeToDelete = ({ kind, address }: UndoItem): string | undefined =>
  kind === "delete" ? undefined : address.locale;

export const isDeletion = ({ kind }: UndoItem): boolean =>
  kind === "delete" || kind === "delete-localization";

/**
 * Reads what the checks of several deletions need, in a few requests for each type. A failure leaves
 * the reads to the check of each item, because one document may be its reason.
 */
export async function readForDeletions(
  items: readonly UndoItem[],
  { catalogs }: BatchDependencies,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<UndoItem, JointReads>> {
  const reads = new Map<UndoItem, JointReads>();
  const deletions = items.filter(
    ({ address, entries }) =>
      entries.length > 0 && !isNew(address) && !isSingle(address) && !isUser(address),
  );
  const groups = groupedBy(deletions.filter(isDeletion), (item) =>
    JSON.stringify([item.address.type, localeToDelete(item)]),
  );
  for (const group of groups.values()) {
    const [first] = group;
    const [, service] = await catalogs.type(first.address.connection, first.address.type);
    if (!service || group.length === 1) continue;
    const ids = group.map(({ address }) => address.id);
    const options = { only: localeToDelete(first), signal };
    const [, pointedIds] = await findPointedIds(service, ids, options);
    const [, snapshots] = await readManySnapshots(service, ids, signal);
    const jointReads = { pointedIds: pointedIds ?? undefined, snapshots: snapshots ?? undefined };
    for (const item of group) reads.set(item, jointReads);
  }
  return reads;
}

/** As far as the document can be read, as for documents with content. */
const isBlank = (content: JsonObject, { type, catalog }: TypedService): boolean =>
  [...type.attributes].every(([name, attribute]) => {
    const emptyValues = [null, (attribute.default ?? null) as Json];
    return emptyValues.some((value) =>
      isSameValue(attribute, ownIn(content, name), value, catalog),
    );
  });

/** What others did to a document since a run left the content; undefined if they did nothing. */
function changeSince(
  content: JsonObject,
  now: SnapshotWithStatus,
  service: TypedService,
  deleted: ReadonlySet<string>,
): BulkFailure | undefined {
  const names = Object.keys(content);
  const withoutDeletedReferences = (values: JsonObject) =>
    withoutReferences(values, service, (id) => deleted.has(id));
  const paths = changedPaths(
    withoutDeletedReferences(content),
    withoutDeletedReferences(pick(now.content, names)),
    service,
  );
  if (paths.length > 0) return { code: "undo-conflict", paths };
  // Created without content, which would have been saved next. The undo of that save leaves nothing.
  const isAsCreated = names.length > 0 || now.version === now.created;
  return isAsCreated || isBlank(now.content, service) ? undefined : { code: "changed-meanwhile" };
}

/**
 * Fails if others added the localization, published it, or changed its content since the run.
 * Ignores attributes without an entry, and relations to documents that the undo has deleted.
 */
async function requireUntouched(
  { address, entries, contentsAfter }: UndoItem,
  now: SnapshotWithStatus,
  service: TypedService,
  catalogs: BatchDependencies["catalogs"],
  deleted: ReadonlySet<string> = new Set(),
): BulkResult<null> {
  const locale = textIn({ ...now.facts }, "locale") || noLocale;
  const key = address.locale === undefined ? noLocale : locale;
  const changes = contentsAfter(service).flatMap((contents) => {
    const content = ownIn(contents, key);
    return content ? [changeSince(content, now, service, deleted)] : [];
  });
  const [change = { code: "not-undoable", why: "localized-later" } as const] = changes;
  if (!changes.includes(undefined)) return failed(change);
  const { state = "draft" } = now;
  if (state === "draft") return done(null);
  // The only published version that may go is the one that the run made from the draft.
  const localeAddress = localizationAddress(address, locale);
  const isPublish = (entry: JournalEntry) =>
    entry.action === "publish" && isSame(entry.address, localeAddress);
  const later = failed({ code: "not-undoable", why: "published-later" } as const);
  if (!entries.some(isPublish)) return later;
  if (state === "published") return done(null);
  // The draft may only have a later time than the published version.
  const [compareFailure, differences] = await compareVersions([localeAddress], catalogs);
  if (compareFailure) return failed(compareFailure);
  return differences.get(keyOf(localeAddress))?.attributes.length === 0 ? done(null) : later;
}

const savesOf = ({ entries }: UndoItem): readonly JournalEntry[] =>
  entries.filter(({ action }) => action === "save");

async function checkRevert(item: UndoItem, dependencies: BatchDependencies): BulkResult<UndoCheck> {
  const { address, entries } = item;
  const saves = savesOf(item);
  const [conflict, preview] = await previewUndo(address, saves, dependencies);
  if (conflict) return failed(conflict);
  const { service, content, now } = preview;
  const isChanged =
    changedPaths(now.content, content, service).length > 0 ||
    saves.some(({ elsewhere = [] }) => elsewhere.length > 0);
  const ids = new Set(referencesIn(content, service).map(({ documentId }) => documentId));
  const check = { type: service.type, inbound: [], references: ids };
  const unpublishedCheck = isChanged ? done(check) : failed({ code: "unchanged" });
  const firstPublish = entries.findLast(({ action }) => action === "publish");
  if (!firstPublish) return unpublishedCheck;
  const [previewFailure, live] = await dependencies.publication.preview(address);
  if (previewFailure) return failed(previewFailure);
  if (live.state === "draft") return unpublishedCheck;
  // Taken back only if the run published the document first, and it is still as published.
  if (Object.keys(firstPublish.before).length > 0)
    return failed({ code: "not-undoable", why: "published-again" });
  if (!service.manage) return failed({ code: "not-undoable", why: "published-first" });
  const [touched] = await requireUntouched(item, live, service, dependencies.catalogs);
  return touched ? failed(touched) : done({ ...check, now: live });
}

/** Unpublishes what the run published, and reverts its saves, newest first. */
async function revert(
  item: UndoItem,
  { now }: UndoCheck,
  dependencies: BatchDependencies,
): BulkResult<UndoneItem> {
  const reports: ChangeReport[] = [];
  const lacking: string[] = [];
  if (now) {
    const { publication } = dependencies;
    const [failure, report] = await publication.withdraw("unpublish", item.address, now);
    if (failure) return failed(failure);
    reports.push(report);
  }
  for (const entry of savesOf(item)) {
    const isEntry = ({ id }: JournalEntry) => id === entry.id;
    const [failure, undone] = await undoLastSave(entry.address, dependencies, isEntry);
    // A later save of the run may already have undone the same changes.
    if (failure?.code === "nothing-to-undo") continue;
    if (failure) return failed(failure);
    reports.push(undone.report);
    lacking.push(...undone.lacking);
  }
  return done({ report: joinReports(reports), lacking: [...new Set(lacking)] });
}
