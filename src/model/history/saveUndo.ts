import { keyOf, type Address } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { unreadProblem } from "../writing/changedFields.ts";
import { isList, serviceOwned } from "../schemas/catalog.ts";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import { noLocale, undoneIn, otherAddressOf, reversed } from "../journal/journalEntry.ts";
import type { OtherChange } from "../journal/journalEntry.ts";
import { objectsIn, pick, textIn, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { done, failed, mapOutcome, type Outcome } from "../foundation/outcome.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import { merge } from "../content/merge.ts";
import { exceptOmitted, lackingInNewComponents, unreadIn } from "../content/unreadAttributes.ts";
import { changeDocument, decideChange, readForChange } from "../writing/documentChange.ts";
import type { CurrentDocument, DecidedChange } from "../writing/documentChange.ts";
import { changeReportOf, joinReports, requireNothingLost } from "../writing/changeReport.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import type { SaveResult } from "../save/sessionSave.ts";

export interface UndoResult {
  readonly entry: JournalEntry;
  readonly report: ChangeReport;
  /** Paths in components that were created again, which the service does not return or accept. */
  readonly lacking: readonly string[];
}

/**
 * Undoes the last save of this client that can be undone. Restores the values that it changed, and
 * keeps later changes to other values. If the same values changed again since, writes nothing.
 * `isSelected` selects among the saves.
 */
export async function undoLastSave(
  address: Address,
  dependencies: ChangeDependencies,
  isSelected: (entry: JournalEntry) => boolean = () => true,
): ChangeResult<UndoResult> {
  const [readFailure, document] = await readDocumentToUndo(address, dependencies);
  if (readFailure) return failed(readFailure);
  const changes = await dependencies.journal.undoable(address);
  const saves = changes.filter(({ action }) => /^(save|discard)$/.test(action));
  const { locale = noLocale } = document.address;
  for (const entry of saves.filter(isSelected)) {
    const [mine, base] = [entry.before[locale], entry.after[locale]];
    // The entry that created the document has no content before it.
    if (!mine || !base) continue;
    const [impossible, change] = changeTo(mine, base, document, entry.omitted);
    if (impossible) return failed(impossible);
    const [failure, report] = await write(change, dependencies, { undoes: entry.id });
    if (failure) return failed(failure);
    const otherReport = await restoreOthers(entry, dependencies);
    // An entry can have nothing left to undo.
    if (report.sent.length === 0 && otherReport.elsewhere.length === 0) continue;
    const lacking = lackingInNewComponents(pick(change.merged, report.sent), document.service);
    return done({ entry, report: joinReports([report, otherReport]), lacking });
  }
  return failed({ code: "nothing-to-undo" });
}

/** The content after an undo of saves, newest first. Fails where one of them can't be undone. */
export async function previewUndo(
  address: Address,
  saves: readonly JournalEntry[],
  dependencies: ChangeDependencies,
): ChangeResult<CurrentDocument & { readonly content: JsonObject }> {
  const [failure, document] = await readDocumentToUndo(address, dependencies);
  if (failure) return failed(failure);
  const { locale = noLocale } = address;
  let { content } = document.now;
  for (const { before, after, omitted } of saves) {
    const [mine, base] = [before[locale], after[locale]];
    if (!mine || !base) continue;
    const interimDocument = { ...document, now: { ...document.now, content } };
    const [impossible, change] = changeTo(mine, base, interimDocument, omitted);
    if (impossible) return failed(impossible);
    content = change.merged;
  }
  return done({ ...document, content });
}

/** The journal entry of the save that added a localization, unless that save was undone. */
export async function additionEntryOf(
  address: Address,
  journal: Journal,
): Promise<JournalEntry | undefined> {
  const { locale } = address;
  if (locale === undefined) return undefined;
  const history = await journal.history(address);
  // A localization that was deleted and added again has one entry for each time.
  const entry = history.find(({ action, after }) => action === "localize" && after[locale]);
  const isUndoable = entry && entry.outcome !== "failed" && !undoneIn(history).has(entry.id);
  return isUndoable ? { ...entry, address } : undefined;
}

/** Keeps later changes to other values. If the same values changed since, writes nothing. */
export async function rewriteLostContent(
  address: Address,
  { expected, actual }: NonNullable<SaveResult["deviating"]>,
  dependencies: ChangeDependencies,
): ChangeResult<ChangeReport> {
  const [failure, document] = await readDocumentToUndo(address, dependencies);
  if (failure) return failed(failure);
  const [impossible, change] = changeTo(expected, actual, document);
  return impossible ? failed(impossible) : write(change, dependencies);
}

async function readDocumentToUndo(
  address: Address,
  dependencies: ChangeDependencies,
): ChangeResult<CurrentDocument> {
  const outcome = await readForChange(address, dependencies);
  return outcome[1]?.now.isReadonly ? failed({ code: "read-only" }) : outcome;
}

async function write(
  change: DecidedChange,
  dependencies: ChangeDependencies,
  options: { readonly group?: string | undefined; readonly undoes?: string } = {},
): ChangeResult<ChangeReport> {
  const [failure, written] = await changeDocument(change, dependencies, options);
  if (failure) return failed(failure);
  if (written.report.sent.length > 0)
    dependencies.documents.recordWrite(change.address, written.snapshot);
  return mapOutcome(requireNothingLost(written), ({ report }) => report);
}

/**
 * Returns the change that gives the current document the values of `mine` where it still has those
 * of `base`. `omitted` are paths that the journal omitted from `mine`, though they were read.
 */
function changeTo(
  mine: JsonObject,
  base: JsonObject,
  { address, now, service }: CurrentDocument,
  omitted: readonly string[] = [],
): Outcome<DecidedChange, ChangeFailure> {
  // Values that the service owns can't be restored. Users have some among their attributes.
  const ownedNames = [...serviceOwned].filter((name) => !service.type.attributes.has(name));
  const restorableNames = Object.keys(mine).filter((name) => !ownedNames.includes(name));
  const contentToRestore = { ...pick(mine, restorableNames), ...pick(base, ownedNames) };
  const { conflicts } = merge({ base, mine: contentToRestore, theirs: now.content }, service);
  if (conflicts.length > 0) return failed({ code: "undo-conflict", paths: conflicts });
  const [failure, change] = decideChange({ address, base, mine: contentToRestore, now }, service);
  if (failure) return failed(failure);
  // Values that were not read completely can't be restored completely.
  const unseen = exceptOmitted(unreadIn(mine, service), omitted);
  const problems = Object.keys(change.data).flatMap((name) => unreadProblem(name, unseen) ?? []);
  return problems.length > 0 ? failed({ code: "not-sendable", problems }) : done(change);
}

/**
 * Gives other documents the relations again that a write changed. A relation that changed again
 * since stays as it is, and so does a published version of a type with drafts: it can only be
 * published.
 */
export async function restoreOthers(
  { id, address, group, elsewhere = [] }: JournalEntry,
  dependencies: ChangeDependencies,
): Promise<ChangeReport> {
  const restoredChanges: OtherChange[] = [];
  const byDocument = groupedBy(elsewhere, (change) => keyOf(otherAddressOf(change, address)));
  for (const changes of byDocument.values()) {
    const other = otherAddressOf(changes[0], address);
    const [, written] = await restoreDocument(other, changes, dependencies, { group, undoes: id });
    restoredChanges.push(...(written ?? []));
  }
  return changeReportOf({
    elsewhere: restoredChanges.map(reversed),
    unrestored: elsewhere.filter((change) => !restoredChanges.includes(change)),
  });
}

/** Returns the changes that it reversed. */
async function restoreDocument(
  address: Address,
  changes: readonly OtherChange[],
  dependencies: ChangeDependencies,
  options: { readonly group: string | undefined; readonly undoes: string },
): ChangeResult<readonly OtherChange[]> {
  const [readFailure, document] = await readDocumentToUndo(address, dependencies);
  if (readFailure) return failed(readFailure);
  const { now, service } = document;
  const { type } = service;
  // A relation that lost one target and got another has two changes, and the content of one.
  const unchangedRelations = changes.filter(({ path, after }) => {
    const ids = objectsIn(valueIn(now.content, path)).map((target) => textIn(target, "documentId"));
    return ids.length === after.length && ids.every((id) => after.includes(id));
  });
  const restorableChanges = changes.filter(
    ({ version, path }) =>
      (version === "draft" || !type.draftAndPublish) &&
      type.attributes.has(path) &&
      unchangedRelations.some((change) => change.path === path),
  );
  const relations = restorableChanges.map(({ path, before }): [string, Json] => {
    const targets = before.map((documentId) => ({ documentId }));
    const attribute = type.attributes.get(path);
    return [path, attribute && isList(attribute) ? targets : (targets[0] ?? null)];
  });
  const mine = { ...now.content, ...Object.fromEntries(relations) };
  const [unsendable, change] = decideChange({ address, base: now.content, mine, now }, service);
  if (unsendable) return failed(unsendable);
  const [failure, report] = await write(change, dependencies, options);
  if (failure) return failed(failure);
  const differingPaths = new Set(report.deviations.map(({ path }) => path));
  return done(restorableChanges.filter(({ path }) => !differingPaths.has(path)));
}
