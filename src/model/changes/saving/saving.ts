import { isMediaFile, isUser } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { changesBetween } from "../writing/changes.ts";
import type { Changes } from "../writing/changes.ts";
import { withoutGoneIds } from "../../content/componentIds.ts";
import { containsSentEntries } from "../writing/relationTargets.ts";
import { entryIdentity } from "../writing/wire.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick } from "../../foundation/json.ts";
import { changedPaths, merge } from "../../content/merge.ts";
import type { MergeSide } from "../../content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { Conflict, ChangeFailure } from "../changeFailure.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Problem } from "../../foundation/problem.ts";
import type { Snapshot } from "../../documents/reader.ts";
import type { RemoteBase, Session } from "../sessions/session.ts";
import { withCurrentOwnedFields, userChanges } from "../writing/userChanges.ts";
import { unreadIn } from "../../content/unreadAttributes.ts";
import { versionOfText } from "../../content/documentText.ts";
import { unreadInUser } from "../../content/userSnapshot.ts";

/** The result of merging a text with the current content of the service. */
export interface Reconciliation {
  /** The local changes. */
  readonly own: Changes;
  /** The attributes to send, so that the service holds the changes of both sides. */
  readonly data: JsonObject;
  /** The expected content after the save. */
  readonly merged: JsonObject;
  /** Paths with remote changes that the save merges. */
  readonly taken: readonly string[];
  /** Set if both sides changed the same path. `data` and `merged` have one side's value there. */
  readonly conflict: Conflict | undefined;
}

interface ReconcileSides {
  readonly content: JsonObject;
  readonly now: Snapshot;
  /** The side whose value is sent where both sides changed the same path. */
  readonly prefer?: MergeSide | undefined;
}

/** Merges local and remote changes. Sends nothing. */
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

  // Text typed during a save starts from the sent text, not from the service's version.
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
  // Remote changes that a save without an answer merged are reported with this save.
  const reportedTaken = origin === now ? [...typed.taken, ...taken] : taken;
  return done({ own, data: sent.data, merged, taken: reportedTaken, conflict });
}

const toConflict = (conflict: Conflict): Conflict | undefined =>
  conflict.both.length > 0 ? conflict : undefined;

interface ContentVersions {
  readonly base: JsonObject;
  readonly now: JsonObject;
  /**
   * The content as it was last read. The base may be a saved text that lacks keys the user removed.
   */
  readonly lastRead: JsonObject;
}

/**
 * The changes that a save of one content over another would send. Users and files have their own
 * rules.
 */
export const changesOf = (
  address: Address,
  { base, now, lastRead }: ContentVersions,
  service: TypedService,
): Outcome<Changes, ChangeFailure> => {
  if (isUser(address)) return userChanges(base, now, service, unreadInUser(lastRead, service));
  return isMediaFile(address)
    ? fileChanges(base, now, service)
    : changesBetween(base, now, service, unreadIn(lastRead, service));
};

/** The difference between a media file as opened and its current text. */
function fileChanges(
  base: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): Outcome<Changes, ChangeFailure> {
  const [failure, changes] = changesBetween(base, now, shape);
  if (failure) return failed(failure);
  const problems = Object.entries(changes.data).flatMap(([path, value]): Problem[] => {
    // The service ignores unknown keys without an error.
    if (!shape.type.attributes.has(path)) return [{ path, why: "unknown-key" }];
    const isText = typeof value === "string";
    if (path === "name") return isText && value !== "" ? [] : [{ path, why: "needs-name" }];
    return isText || value === null ? [] : [{ path, why: "needs-text" }];
  });
  return problems.length > 0 ? failed({ code: "not-sendable", problems }) : done(changes);
}

/**
 * The base of the text. `remoteBase` is undefined if it is unknown: the text names its version, and
 * the service has a later one.
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
 * Lists that a save without an answer extended, and that another client has changed since. The new
 * entries had no ids. So they can't be told apart from entries that the other client added.
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
 * Removes the entries that were added since a save without an answer: that save may have added
 * them. Remote changes to other entries stay.
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

/** An entry has no id until it is saved. */
const isUnsavedEntry = (entry: Json): boolean =>
  isObject(entry) && !("id" in entry) && !("documentId" in entry);

const hasNewEntry = (list: Json | undefined): boolean => isArray(list) && list.some(isUnsavedEntry);

/** Keeps the sent values of private attributes and passwords, which can be written but not read. */
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

/** Confirms a save without an answer if the service now holds the content that the save sent. */
function confirmArrivedSave(session: Session, now: Snapshot, service: TypedService): void {
  const { address, unconfirmedSave } = session;
  if (!unconfirmedSave) return;
  const { before, after } = unconfirmedSave;
  const [, changes] = changesOf(address, { base: before, now: after, lastRead: before }, service);
  const hasArrived =
    changes && containsSentEntries(now.content, { before, sent: changes.data }, service);
  if (hasArrived) session.saveConfirmed(unconfirmedSave, now);
}

/** Without a base, any difference may be a local or a remote change. */
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
