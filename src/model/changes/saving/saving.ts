import { isMediaFile, isUser } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { changesBetween } from "../writing/changes.ts";
import type { Changes } from "../writing/changes.ts";
import { withoutGoneIds } from "../writing/componentIds.ts";
import { fileChanges } from "../writing/fileChanges.ts";
import { containsSentEntries, entryIdentity } from "../writing/relationTargets.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick } from "../../foundation/json.ts";
import { changedPaths, merge } from "../../documents/content/merge.ts";
import type { Side } from "../../documents/content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { Conflict, ChangeFailure } from "../changeFailure.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import type { RemoteBase, Session } from "../sessions/session.ts";
import { withCurrentOwnedFields, userChanges } from "../writing/userChanges.ts";
import { unreadIn } from "../../documents/content/unreadAttributes.ts";
import { versionOfText } from "../../documents/content/documentText.ts";

/** What a text comes to, over what the service holds now. */
export interface Reconciliation {
  /** What the person changed. */
  readonly own: Changes;
  /** What is to be sent, so that the service holds both sides' changes. */
  readonly data: JsonObject;
  /** What is to be on the service after that. */
  readonly merged: JsonObject;
  /** Paths that somebody else changed, and that the save takes in. */
  readonly taken: readonly string[];
  /** Where both changed the same; `data` and `merged` have one side's value there. */
  readonly conflict: Conflict | undefined;
}

interface ReconcileSides {
  readonly content: JsonObject;
  readonly now: Snapshot;
  /** Whose value is sent where both changed the same. */
  readonly prefer?: Side | undefined;
}

/** Joins what the person changed with what somebody else did. Nothing is sent. */
export function reconcile(
  session: Session,
  { content: text, now, prefer = "mine" }: ReconcileSides,
  service: TypedService,
): Outcome<Reconciliation, ChangeFailure> {
  confirmArrivedSave(session, now, service);
  const { base, remoteBase: origin } = basesOf(session, { content: text, now });
  const content = origin ? text : withCurrentOwnedFields(now.content, text, service.type);
  const read = (origin ?? now).content;
  const [unsendable, own] = changesOf(
    session.address,
    { base, now: content, lastRead: read },
    service,
  );
  if (unsendable) return failed(unsendable);
  if (!origin) return reconcileWithoutBase({ own, content, now, prefer }, session.address, service);

  // What was typed during a save starts from the text as it was sent, not as the service made it.
  const held = withUnreadableValues(origin.content, base, service);
  const typed = merge({ base, mine: content, theirs: held }, service, prefer);
  const three = { base: origin.content, mine: typed.merged, theirs: now.content };
  const { taken, conflicts, ...joined } = merge(three, service, prefer);
  const ids = { before: origin.content, now: now.content };
  const doubtful = doubtfulLists(session, { own, now }, service);
  const both = [...new Set([...typed.conflicts, ...conflicts, ...doubtful])];
  const settled =
    prefer === "mine" ? withoutNewEntries(session, joined.merged, doubtful) : now.content;
  const whole = { ...joined.merged, ...pick(settled, doubtful) };
  const merged = withoutGoneIds(whole, ids, service);
  const toSend = { base: now.content, now: merged, lastRead: now.content };
  const [failure, sent] = changesOf(session.address, toSend, service);
  if (failure) return failed(failure);
  const theirs = changedPaths(base, now.content, service);
  const conflict = toConflict({ now, theirs, both });
  // What a save without an answer took in is told with this one.
  const reportedTaken = origin === now ? [...typed.taken, ...taken] : taken;
  return done({ own, data: sent.data, merged, taken: reportedTaken, conflict });
}

const toConflict = (conflict: Conflict): Conflict | undefined =>
  conflict.both.length > 0 ? conflict : undefined;

interface ContentVersions {
  readonly base: JsonObject;
  readonly now: JsonObject;
  /** As it was last read: the base may be a text that was saved, which lacks keys that a person took out. */
  readonly lastRead: JsonObject;
}

/** What a save of one content over another would send; users have rules of their own. */
export const changesOf = (
  address: Address,
  { base, now, lastRead }: ContentVersions,
  service: TypedService,
): Outcome<Changes, ChangeFailure> => {
  if (isUser(address)) return userChanges(base, now, service);
  return isMediaFile(address)
    ? fileChanges(base, now, service)
    : changesBetween(base, now, service, unreadIn(lastRead, service));
};

/**
 * What the text is a change of. `origin` is undefined where that is not known any more: the text says of
 * itself which version it was, and the service has gone on since.
 */
function basesOf(
  { base, remoteBase, editorSnapshot }: Session,
  { content, now }: ReconcileSides,
): { readonly base: JsonObject; readonly remoteBase: RemoteBase | undefined } {
  if (base && remoteBase) return { base, remoteBase };
  const version = versionOfText(JSON.stringify(content));
  const known = [editorSnapshot, now].find((snapshot) => snapshot?.version === version);
  return { base: known?.content ?? now.content, remoteBase: known };
}

/**
 * Lists to which a save without an answer was to add, and that somebody has changed since: what was added
 * had no id yet, so that nobody can tell whether it is there by now, as somebody else has made it.
 */
function doubtfulLists(
  { unconfirmedSave }: Session,
  { own, now }: { readonly own: Changes; readonly now: Snapshot },
  service: TypedService,
): string[] {
  if (!unconfirmedSave) return [];
  const { before, sent } = unconfirmedSave;
  const moved = changedPaths(before, now.content, service).map((path) => path.split(/[.[]/)[0]);
  return Object.keys(own.data).filter((name) => moved.includes(name) && hasNewEntry(sent[name]));
}

/**
 * Lists without the entries that were not there before a save without an answer, and have come since: one of
 * them may be what that save added. What somebody else did to the other entries stays.
 */
function withoutNewEntries(
  { unconfirmedSave }: Session,
  merged: JsonObject,
  names: readonly string[],
): JsonObject {
  const lists = names.map((name): [string, Json] => {
    const [before, list] = [unconfirmedSave?.before[name], merged[name] ?? null];
    const known = new Set(isArray(before) ? before.map(entryIdentity) : []);
    const isLeft = (entry: Json) => isUnsavedEntry(entry) || known.has(entryIdentity(entry));
    return [name, isArray(list) ? list.filter(isLeft) : list];
  });
  return Object.fromEntries(lists);
}

/** What was typed has no id until it is saved. */
const isUnsavedEntry = (entry: Json): boolean =>
  isObject(entry) && !("id" in entry) && !("documentId" in entry);

const hasNewEntry = (list: Json | undefined): boolean => isArray(list) && list.some(isUnsavedEntry);

/** What can be written and never read, private attributes and passwords, as it was sent. */
const withUnreadableValues = (
  held: JsonObject,
  sent: JsonObject,
  { type }: Pick<TypedService, "type">,
): JsonObject => {
  const unread = [...type.attributes].flatMap(([name, attribute]) =>
    attribute.private === true || attribute.type === "password" ? [name] : [],
  );
  return held === sent ? held : { ...held, ...pick(sent, unread) };
};

/** A save that got no answer was carried out, where the service has by now what it was to have. */
function confirmArrivedSave(session: Session, now: Snapshot, service: TypedService): void {
  const { address, unconfirmedSave } = session;
  if (!unconfirmedSave) return;
  const { before, after } = unconfirmedSave;
  const [, changes] = changesOf(address, { base: before, now: after, lastRead: before }, service);
  const hasArrived =
    changes && containsSentEntries(now.content, { before, sent: changes.data }, service);
  if (hasArrived) session.saveConfirmed(unconfirmedSave, now);
}

/** Without what was opened, each difference may be either side's. */
function reconcileWithoutBase(
  { own, content, now, prefer }: Required<ReconcileSides> & { readonly own: Changes },
  address: Address,
  service: TypedService,
): Outcome<Reconciliation, ChangeFailure> {
  const both = changedPaths(now.content, content, service);
  const merged = prefer === "mine" ? content : now.content;
  const toSend = { base: now.content, now: merged, lastRead: now.content };
  const [failure, sent] = changesOf(address, toSend, service);
  if (failure) return failed(failure);
  const conflict = toConflict({ now, theirs: [], both });
  return done({ own, data: sent.data, merged, taken: [], conflict });
}
