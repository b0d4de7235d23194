import { changedPaths, merge, type MergeSide } from "../content/merge.ts";
import { fromText, versionOfText } from "../content/documentText.ts";
import type { SnapshotReader, Snapshot } from "../documents/snapshotReader.ts";
import { isArray, isObject, omit, pick, ownIn, valueIn } from "../foundation/json.ts";
import { attributeNameOf, type Json, type JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { isUnread, itemOf, listIn } from "../schemas/catalog.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import { serviceFor } from "../schemas/userType.ts";
import type { ChangeFailure, Conflict, ChangeResult } from "../journal/changeFailure.ts";
import type { RemoteBase, Session } from "../edit/session.ts";
import { changesOf, decideChange, withChanges } from "../writing/documentChange.ts";
import type { DecidedChange } from "../writing/documentChange.ts";
import { withCurrentOwnedFields, dataToSend, type Changes } from "../writing/changedFields.ts";
import { containsSentEntries } from "../writing/verification.ts";
import { entriesByIdentity, entryIdentity } from "../content/componentIds.ts";
import { valueKey } from "../content/equality.ts";
import { isUser } from "../foundation/address.ts";
import { unreadIn } from "../content/unreadAttributes.ts";
import { toRequestData, toUserForm } from "../writing/serviceForm.ts";
import { toRequest, type WireRequest } from "../writing/writer.ts";

/** The parts of a session on which the result of a save depends. */
type EditState = Pick<Session, "address" | "editBase" | "editorSnapshot" | "unconfirmedSave">;

export interface Reconciliation extends DecidedChange {
  readonly ownChanges: Changes;
  /** Set if both sides changed the same path. */
  readonly conflict: Conflict | undefined;
}

interface ReconcileSides {
  readonly content: JsonObject;
  readonly now: Snapshot;
  readonly prefer?: MergeSide | undefined;
}

/** Merges local and remote changes. Sends nothing, and changes no state. */
export function reconcile(
  session: Session,
  { content: text, now, prefer = "mine" }: ReconcileSides,
  service: TypedService,
): Outcome<Reconciliation, ChangeFailure> {
  const { address } = session;
  const edits = settledState(session, { content: text, now }, service);
  const { base, remoteBase: origin } = basesOf(edits, { content: text, now });
  const content = origin ? text : withCurrentOwnedFields(now.content, text, service.type);
  const versions = { base, now: content, lastRead: (origin ?? now).content };
  const [unsendable, ownChanges] = changesOf(address, versions, service);
  if (unsendable) return failed(unsendable);
  if (!origin) {
    // Without a base, any difference may be a local or a remote change.
    const both = changedPaths(now.content, content, service);
    const mine = prefer === "mine" ? content : now.content;
    const [failure, decision] = decideChange({ address, base: now.content, mine, now }, service);
    if (failure) return failed(failure);
    return done({ ...decision, ownChanges, conflict: toConflict({ now, theirs: [], both }) });
  }

  // Text typed during a save starts from the sent text, not from the service's version.
  const originContent = withUnreadableValues(origin.content, base, service);
  const typedMerge = merge({ base, mine: content, theirs: originContent }, service, prefer);
  const sides = { origin: origin.content, typed: typedMerge.merged };
  const retypedNames = namesTypedAgain({ base, content }, sides, now.content, service);
  const before = { ...omit(origin.content, retypedNames), ...pick(base, retypedNames) };
  const change = { address, base: before, mine: typedMerge.merged, now, prefer };
  const [failure, joinedChange] = decideChange(change, service);
  if (failure) return failed(failure);
  const changes = { data: ownChanges.data, merged: joinedChange.merged, now };
  const doubtful = doubtfulLists(edits, content, changes, service);
  const doubtfulNames = Object.keys(doubtful);
  const settledLists = prefer === "mine" ? doubtful : pick(now.content, doubtfulNames);
  // Remote changes that a save without an answer merged are reported with this save.
  const typedPaths = origin === now ? typedMerge.remotePaths : [];
  const remotePaths = [...typedPaths, ...joinedChange.remotePaths];
  const merged = { ...joinedChange.merged, ...settledLists };
  const [flaw, decision] = withChanges({ ...joinedChange, merged, remotePaths });
  if (flaw) return failed(flaw);
  const both = [...new Set([...typedMerge.conflicts, ...joinedChange.conflicts, ...doubtfulNames])];
  const isFormer = (path: string) => {
    const name = attributeNameOf(path);
    return !service.type.attributes.has(name) && !Object.hasOwn(now.content, name);
  };
  // What the service has lost with its schema is nobody's change.
  const theirs = changedPaths(base, now.content, service).filter((path) => !isFormer(path));
  return done({ ...decision, ownChanges, conflict: toConflict({ now, theirs, both }) });
}

/**
 * The attributes in which the user typed what a save had merged in, and which has changed since.
 * Against the base of the text both sides changed it. Against that of the service only the service did.
 */
function namesTypedAgain(
  { base, content }: Readonly<Record<"base" | "content", JsonObject>>,
  { origin, typed }: Readonly<Record<"origin" | "typed", JsonObject>>,
  now: JsonObject,
  service: TypedService,
): readonly string[] {
  if (base === origin) return [];
  const { conflicts } = merge({ base, mine: content, theirs: now }, service);
  const { remotePaths } = merge({ base: origin, mine: typed, theirs: now }, service);
  return remotePaths.filter((path) => conflicts.includes(path)).map(attributeNameOf);
}

/** Reconciles a session, whose save without an answer is confirmed first if it has arrived. */
export function reconcileSession(
  session: Session,
  sides: ReconcileSides,
  service: TypedService,
): Outcome<Reconciliation, ChangeFailure> {
  if (hasSaveArrived(session, sides.now, service)) session.saveConfirmed(sides.now, service);
  return reconcile(session, sides, service);
}

const toConflict = (conflict: Conflict): Conflict | undefined =>
  conflict.both.length > 0 ? conflict : undefined;

/** `remoteBase` is undefined if it is unknown: the service has a later one than the text. */
function basesOf(
  { editBase, editorSnapshot }: EditState,
  { content, now }: ReconcileSides,
): { readonly base: JsonObject; readonly remoteBase: RemoteBase | undefined } {
  if (editBase) return editBase;
  const version = versionOfText(JSON.stringify(content));
  const knownSnapshot = [editorSnapshot, now].find((snapshot) => snapshot?.version === version);
  return { base: knownSnapshot?.content ?? now.content, remoteBase: knownSnapshot };
}

/**
 * Lists that a save without an answer extended, and that another client has changed since. The new
 * entries had no ids. So they can't be told apart from entries that the other client added. The
 * lists are those of the merged content, without entries that were added since that save: it may
 * have added them. Remote changes to other entries stay, and so does what the text contains.
 */
function doubtfulLists(
  { unconfirmedSave }: EditState,
  content: JsonObject,
  { data, merged, now }: Pick<DecidedChange, "data" | "merged" | "now">,
  service: TypedService,
): JsonObject {
  if (!unconfirmedSave) return {};
  const { before, sent } = unconfirmedSave;
  const changedNames = changedPaths(before, now.content, service).map(attributeNameOf);
  const names = Object.keys(data).filter((name) => {
    const list = ownIn(sent, name);
    return changedNames.includes(name) && isArray(list) && list.some(isUnsavedEntry);
  });
  const { type, catalog } = service;
  const lists = names.map((name): [string, Json] => {
    const attribute = type.attributes.get(name);
    const keyOf = (entry: Json) => valueKey(attribute && itemOf(attribute), entry, catalog);
    const knownEntries = entriesByIdentity(ownIn(before, name));
    const keysInText = new Set(listIn(valueIn(content, name))?.map(keyOf));
    const isLeft = (entry: Json) =>
      isUnsavedEntry(entry) ||
      knownEntries.has(entryIdentity(entry)) ||
      keysInText.has(keyOf(entry));
    const list = valueIn(merged, name);
    return [name, isArray(list) ? list.filter(isLeft) : list];
  });
  return Object.fromEntries(lists);
}

/** An entry has no id until it is saved. */
const isUnsavedEntry = (entry: Json): boolean =>
  isObject(entry) && !("id" in entry) && !("documentId" in entry);

/** Keeps the sent values of private attributes and passwords, which can be written but not read. */
const withUnreadableValues = (
  remoteContent: JsonObject,
  sent: JsonObject,
  { type }: Pick<TypedService, "type">,
): JsonObject => {
  const unread = [...type.attributes].flatMap(([name, attribute]) =>
    isUnread(attribute) ? [name] : [],
  );
  return remoteContent === sent ? remoteContent : { ...remoteContent, ...pick(sent, unread) };
};

function hasSaveArrived(
  { address, unconfirmedSave }: EditState,
  now: Snapshot,
  service: TypedService,
): boolean {
  if (!unconfirmedSave) return false;
  const { before, after } = unconfirmedSave;
  const [, changes] = changesOf(address, { base: before, now: after, lastRead: before }, service);
  return (
    changes !== null && containsSentEntries(now.content, { before, sent: changes.data }, service)
  );
}

/** The state of the edits once a save without an answer that arrived is confirmed. */
function settledState(
  session: Session,
  { content, now }: ReconcileSides,
  service: TypedService,
): EditState {
  const { address, editorSnapshot, unconfirmedSave } = session;
  const editBase = session.baseOf(content);
  if (!unconfirmedSave || !hasSaveArrived(session, now, service))
    return { address, editBase, editorSnapshot, unconfirmedSave };
  const base = { base: unconfirmedSave.sent, remoteBase: now, loadedVersion: undefined };
  return { address, editorSnapshot, editBase: base, unconfirmedSave: undefined };
}

export interface AnnouncedSave {
  readonly text: string;
  /** Asks the user how to settle a conflict; absent if no user can answer. */
  readonly ask?: (conflict: Conflict) => Promise<MergeSide | undefined>;
}

/**
 * Decides whether VS Code may continue a save, and overwrite the current content of the service.
 * `look`: the user has chosen, so read again first. Writes nothing. `show` is called before a
 * question is shown.
 */
export async function decideSave(
  session: Session,
  now: Snapshot,
  { text, ask }: AnnouncedSave,
  catalogs: Catalogs,
  show: () => void,
): Promise<"pass" | "stop" | "look"> {
  const { saveConflict } = session;
  const [, content] = fromText(text);
  const [, service] = await serviceFor(session.address, now.content, catalogs);
  // If the text can't be sent, the write reports the reason.
  const [, reconciled] =
    content && service ? reconcileSession(session, { content, now }, service) : [];
  if (!reconciled) return "pass";
  const { conflict } = reconciled;
  if (!conflict) {
    saveConflict.clear();
    return "pass";
  }
  if (saveConflict.chosenSide(conflict)) return "pass";
  saveConflict.report(conflict);
  if (!ask || !saveConflict.shouldAsk(conflict)) return "stop";
  show();
  const side = await ask(conflict);
  if (side && saveConflict.choose(side)) return "look";
  // The user has seen the conflict. So the write reports it, and VS Code doesn't offer Overwrite.
  saveConflict.reportRefused(conflict);
  return "pass";
}

/** A summary of unsaved changes, made without a request to the service. */
export interface PendingSave {
  readonly changes: Changes;
  readonly bytes: number;
  /** Whether a save is live at once: for users, and for types without draft & publish. */
  readonly isLive: boolean;
}

/** The expected result of a save, if no other client changes the document meanwhile. */
export interface SavePreview extends Pick<Changes, "cleared" | "ignored"> {
  /** Undefined if a save would send nothing. */
  readonly request: WireRequest | undefined;
  /** Paths with remote changes that the save would merge. */
  readonly remotePaths: readonly string[];
  /** Paths with local and remote changes: the save would ask the user. */
  readonly conflicts: readonly string[];
}

export async function pendingChangesOf(
  session: Session,
  text: string,
  { catalogs }: { readonly catalogs: Catalogs },
): ChangeResult<PendingSave> {
  const { address, editorSnapshot } = session;
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const { base, remoteBase } = session.baseOf(content) ?? {};
  const baseContent = base ?? editorSnapshot?.content ?? content;
  const remoteContent = (remoteBase ?? editorSnapshot)?.content ?? {};
  const [unknown, service] = await serviceFor(address, baseContent, catalogs);
  if (unknown) return failed(unknown);
  const versions = { base: baseContent, now: content, lastRead: remoteContent };
  const [unsendable, changes] = changesOf(address, versions, service);
  if (unsendable) return failed(unsendable);
  const before = { content: remoteContent, unread: unreadIn(remoteContent, service) };
  const data = dataToSend(service, { data: changes.data, before, expected: content });
  const bytes = Buffer.byteLength(JSON.stringify({ data }));
  return done({ changes, bytes, isLive: !service.type.draftAndPublish });
}

/** Sends nothing and asks nothing. */
export async function previewSave(
  session: Session,
  text: string,
  { catalogs, reader }: { readonly catalogs: Catalogs; readonly reader: SnapshotReader },
): ChangeResult<SavePreview> {
  const { address, latest } = session;
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [failure, now] = await reader.reread(latest, address);
  if (failure) return failed(failure);
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  const [unsendable, reconciled] = reconcile(session, { content, now }, service);
  if (unsendable) return failed(unsendable);
  const { ownChanges, data, merged, remotePaths, conflict } = reconciled;
  const { cleared, ignored } = ownChanges;
  const isSent = Object.keys(data).length > 0;
  const [unresolved, body] = isUser(address)
    ? await toUserForm(service, data, now.content)
    : await toRequestData(service, { data, before: now, expected: merged });
  if (unresolved) return failed(unresolved);
  const request = isSent ? toRequest(service, address, { before: now, data: body }) : undefined;
  return done({ request, remotePaths, conflicts: conflict?.both ?? [], cleared, ignored });
}
