import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { unreadProblem } from "../writing/changes.ts";
import { serviceOwned } from "../../schemas/catalog.ts";
import { withKnownIds } from "../../content/componentIds.ts";
import type { JournalEntry, NewJournalEntry } from "../journal/journal.ts";
import { contentIn, noLocale, undoneIn } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick } from "../../foundation/json.ts";
import { merge } from "../../content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeDependencies } from "../changeDependencies.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Snapshot } from "../../documents/reader.ts";
import { exceptOmitted, lackingInNewComponents, unreadIn } from "../../content/unreadAttributes.ts";
import { writeRecordedContent } from "../journal/recorded.ts";
import { changesOf } from "./saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import { takenRelations } from "../writing/takenRelations.ts";
import type { DeviatingWrite } from "../writing/verification.ts";
import { requireNothingLost } from "../writing/verification.ts";
import { writeAndVerify } from "../writing/writer.ts";

/** The result of an undo. */
export interface UndoResult {
  readonly entry: JournalEntry;
  /** The attributes that were written. */
  readonly paths: readonly string[];
  /** Paths in components that were created again, which the service does not return or accept. */
  readonly lacking: readonly string[];
}

/** The changes that undo a save. */
interface Reversal {
  readonly entry: JournalEntry;
  readonly data: JsonObject;
  /** The expected content after the undo. */
  readonly content: JsonObject;
}

/**
 * Undoes the last save of this client that can be undone. Restores the values that it changed, and
 * keeps later changes to other values. If the same values changed again since, writes nothing.
 */
export const undoLastSave = (
  address: Address,
  parts: ChangeDependencies,
): Promise<Outcome<UndoResult, ChangeFailure>> => undoFirst(address, parts, undoable);

/** Undoes one save, once, in the same way as the last one. */
export const undoSave = (
  entry: JournalEntry,
  parts: ChangeDependencies,
): Promise<Outcome<UndoResult, ChangeFailure>> =>
  undoFirst(entry.address, parts, (history) =>
    undoable(history).filter(({ id }) => id === entry.id),
  );

/** Selects the saves of a history that may be undone, in the order in which to try them. */
type EntryFilter = (history: readonly JournalEntry[]) => readonly JournalEntry[];

async function undoFirst(
  address: Address,
  parts: ChangeDependencies,
  choose: EntryFilter,
): Promise<Outcome<UndoResult, ChangeFailure>> {
  const [gone, found] = await readDocumentToUndo(address, parts);
  if (gone) return failed(gone);
  const { now, service } = found;
  const entries = choose(await parts.journal.history(address));
  const [impossible, reversal] = await reversalOf(address, now, service, entries);
  if (impossible) return failed(impossible);
  const { entry } = reversal;
  const [failure, paths] = await writeRecordedChange(
    address,
    found,
    { ...reversal, undoes: entry.id },
    parts,
  );
  if (failure) return failed(failure);
  const lacking = lackingInNewComponents(pick(reversal.content, paths), service);
  return done({ entry, paths, lacking });
}

/**
 * Writes the content again that the service did not keep from a save. Later changes to other values
 * stay. If the same values changed again since, writes nothing. Returns the names of the written
 * attributes.
 */
export async function rewriteLostContent(
  address: Address,
  { expected, actual }: Pick<DeviatingWrite, "expected" | "actual">,
  parts: ChangeDependencies,
): Promise<Outcome<readonly string[], ChangeFailure>> {
  const [gone, found] = await readDocumentToUndo(address, parts);
  if (gone) return failed(gone);
  const { now, service } = found;
  const [impossible, change] = changeTo(expected, actual, { address, now }, service);
  if (impossible) return failed(impossible);
  if (Object.keys(change.data).length === 0) return done([]);
  return writeRecordedChange(address, found, change, parts);
}

/** The current snapshot of a document that is about to be written. */
interface DocumentToUndo {
  readonly now: Snapshot;
  readonly service: TypedService;
}

async function readDocumentToUndo(
  address: Address,
  { reader, catalogs }: ChangeDependencies,
): Promise<Outcome<DocumentToUndo, ChangeFailure>> {
  const [gone, now] = await reader.read(address);
  if (gone) return failed(gone);
  if (now.isReadonly) return failed({ code: "read-only" });
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  return unknown ? failed(unknown) : done({ now, service });
}

type UndoChange = Omit<Reversal, "entry"> & { readonly undoes?: string };

/**
 * Writes a change, records it and updates the editor. Returns the names of the written attributes.
 */
async function writeRecordedChange(
  address: Address,
  { now, service }: DocumentToUndo,
  { content, data, undoes }: UndoChange,
  parts: ChangeDependencies,
): Promise<Outcome<readonly string[], ChangeFailure>> {
  const paths = Object.keys(data);
  const entry: NewJournalEntry = {
    action: "save",
    address,
    title: now.title,
    paths,
    before: contentIn(address, now.content),
    after: contentIn(address, content),
    undoes,
  };
  const sent = { data, before: now, expected: content };
  const [failure, written] = await writeRecordedContent(parts.journal, entry, service, {
    send: () => writeAndVerify(service, address, sent, parts.reader),
  });
  if (failure) return failed(failure);
  parts.documents.recordWrite(address, written.snapshot);
  const [lost] = requireNothingLost(written);
  return lost ? failed(lost) : done(paths);
}

/** The reversal of the newest save that still has values to undo. */
async function reversalOf(
  address: Address,
  now: Snapshot,
  service: TypedService,
  entries: readonly JournalEntry[],
): Promise<Outcome<Reversal, ChangeFailure>> {
  for (const entry of entries) {
    const [failure, reversal] = reverse(entry, { address, now }, service);
    if (failure) return failed(failure);
    if (Object.keys(reversal.data).length === 0) continue;
    const contents = { content: reversal.content, now: now.content };
    const [blind, taken] = await takenRelations(service, address, contents);
    if (blind) return failed(blind);
    return taken.length > 0 ? failed({ code: "undo-conflict", paths: taken }) : done(reversal);
  }
  return failed({ code: "nothing-to-undo" });
}

/**
 * Saves and discarded changes that were not undone, newest first. Includes those with an unknown
 * outcome: if one was not applied, it has nothing to undo.
 */
function undoable(history: readonly JournalEntry[]): JournalEntry[] {
  const undone = undoneIn(history);
  return history.filter(
    ({ id, action, outcome, undoes }) =>
      /^(save|discard)$/.test(action) &&
      outcome !== "failed" &&
      undoes === undefined &&
      !undone.has(id),
  );
}

/** Applies the changes of an entry in reverse to the current document. */
function reverse(
  entry: JournalEntry,
  { address, now }: { readonly address: Address; readonly now: Snapshot },
  service: TypedService,
): Outcome<Reversal, ChangeFailure> {
  const { locale = noLocale } = address;
  const [mine, base] = [entry.before[locale], entry.after[locale]];
  // The entry that created the document has no content before it.
  if (!mine || !base) return done({ entry, data: {}, content: now.content });
  const [failure, change] = changeTo(mine, base, { address, now, omitted: entry.omitted }, service);
  return failure ? failed(failure) : done({ entry, ...change });
}

interface UndoTarget {
  readonly address: Address;
  readonly now: Snapshot;
  /** Paths that the journal omitted from `mine`, though they were read. */
  readonly omitted?: readonly string[];
}

/**
 * Returns the changes that give the current document the values of `mine` where it still has those
 * of `base`.
 */
function changeTo(
  mine: JsonObject,
  base: JsonObject,
  { address, now, omitted = [] }: UndoTarget,
  service: TypedService,
): Outcome<Omit<Reversal, "entry">, ChangeFailure> {
  const { merged, conflicts } = merge({ base, mine, theirs: now.content }, service);
  if (conflicts.length > 0) return failed({ code: "undo-conflict", paths: conflicts });
  // Values that the service owns can't be restored. Users have some of them, such as times, among
  // their attributes.
  const owned = [...serviceOwned].filter((name) => !service.type.attributes.has(name));
  const own = { ...merged, ...pick(now.content, owned) };
  const content = withKnownIds(own, now.content, service);
  const over = { base: now.content, now: content, lastRead: now.content };
  const [unsendable, changes] = changesOf(address, over, service);
  if (unsendable) return failed(unsendable);
  // Values that were not read completely can't be restored completely.
  const unseen = exceptOmitted(unreadIn(mine, service), omitted);
  const problems = Object.keys(changes.data).flatMap((name) => unreadProblem(name, unseen) ?? []);
  if (problems.length > 0) return failed({ code: "not-sendable", problems });
  return done({ data: changes.data, content });
}
