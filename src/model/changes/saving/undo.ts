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

/** A change that gives a document an earlier content again. */
interface Reversal {
  readonly data: JsonObject;
  /** The expected content after the change. */
  readonly content: JsonObject;
  /** The entry that it undoes; undefined if it rewrites content that the service did not keep. */
  readonly entry?: JournalEntry;
}

/**
 * Undoes the last save of this client that can be undone. Restores the values that it changed, and
 * keeps later changes to other values. If the same values changed again since, writes nothing.
 */
export const undoLastSave = (
  address: Address,
  parts: ChangeDependencies,
): Promise<Outcome<UndoResult, ChangeFailure>> => undoFirst(address, parts, () => true);

/** Undoes one save, once, in the same way as the last one. */
export const undoSave = (
  entry: JournalEntry,
  parts: ChangeDependencies,
): Promise<Outcome<UndoResult, ChangeFailure>> =>
  undoFirst(entry.address, parts, ({ id }) => id === entry.id);

async function undoFirst(
  address: Address,
  parts: ChangeDependencies,
  isSelected: (entry: JournalEntry) => boolean,
): Promise<Outcome<UndoResult, ChangeFailure>> {
  const [gone, document] = await readDocumentToUndo(address, parts);
  if (gone) return failed(gone);
  const history = await parts.journal.history(address);
  const [impossible, reversal] = await reversalOf(document, undoable(history).filter(isSelected));
  if (impossible) return failed(impossible);
  const [failure, paths] = await writeReversal(document, reversal, parts);
  if (failure) return failed(failure);
  const lacking = lackingInNewComponents(pick(reversal.content, paths), document.service);
  return done({ entry: reversal.entry, paths, lacking });
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
  const [gone, document] = await readDocumentToUndo(address, parts);
  if (gone) return failed(gone);
  const [impossible, change] = changeTo(expected, actual, document);
  if (impossible) return failed(impossible);
  if (Object.keys(change.data).length === 0) return done([]);
  return writeReversal(document, change, parts);
}

/** The current snapshot of a document that is about to be written. */
interface DocumentToUndo {
  readonly address: Address;
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
  return unknown ? failed(unknown) : done({ address, now, service });
}

/**
 * Writes a change, records it and updates the editor. Returns the names of the written attributes.
 */
async function writeReversal(
  { address, now, service }: DocumentToUndo,
  { content, data, entry: undone }: Reversal,
  { journal, reader, documents }: ChangeDependencies,
): Promise<Outcome<readonly string[], ChangeFailure>> {
  const paths = Object.keys(data);
  const entry: NewJournalEntry = {
    action: "save",
    address,
    title: now.title,
    paths,
    before: contentIn(address, now.content),
    after: contentIn(address, content),
    undoes: undone?.id,
  };
  const sent = { data, before: now, expected: content };
  const [failure, written] = await writeRecordedContent(journal, entry, service, {
    send: () => writeAndVerify(service, address, sent, reader),
  });
  if (failure) return failed(failure);
  documents.recordWrite(address, written.snapshot);
  const [lost] = requireNothingLost(written);
  return lost ? failed(lost) : done(paths);
}

/** The reversal of the newest save that still has values to undo. */
async function reversalOf(
  document: DocumentToUndo,
  entries: readonly JournalEntry[],
): Promise<Outcome<Required<Reversal>, ChangeFailure>> {
  const { address, now, service } = document;
  const { locale = noLocale } = address;
  for (const entry of entries) {
    const [mine, base] = [entry.before[locale], entry.after[locale]];
    // The entry that created the document has no content before it.
    if (!mine || !base) continue;
    const [failure, change] = changeTo(mine, base, document, entry.omitted);
    if (failure) return failed(failure);
    if (Object.keys(change.data).length === 0) continue;
    const contents = { content: change.content, now: now.content };
    const [blind, taken] = await takenRelations(service, address, contents);
    if (blind) return failed(blind);
    return taken.length > 0
      ? failed({ code: "undo-conflict", paths: taken })
      : done({ ...change, entry });
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

/**
 * Returns the changes that give the current document the values of `mine` where it still has those
 * of `base`. `omitted` are paths that the journal omitted from `mine`, though they were read.
 */
function changeTo(
  mine: JsonObject,
  base: JsonObject,
  { address, now, service }: DocumentToUndo,
  omitted: readonly string[] = [],
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
