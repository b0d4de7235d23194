import { factsKey, withoutSavedTimes } from "../content/documentText.ts";
import { isIdentical } from "../content/equality.ts";
import { emptySnapshot } from "../content/baseline.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import { keyOf, isSame, isSameDocument, localizationTarget } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import { SerialQueue } from "../foundation/asyncSteps.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done } from "../foundation/outcome.ts";
import type { ChangeResult, Conflict } from "../journal/changeFailure.ts";
import { merge, type MergeSide } from "../content/merge.ts";
import type { TypedService } from "../schemas/catalogs.ts";

export interface Stat {
  /** In milliseconds; increases with every change on the service. */
  readonly modified: number;
  readonly created: number;
  readonly size: number;
  readonly isReadonly: boolean;
}

const statOf = ({ created, isReadonly }: Snapshot, version: number) => ({
  created,
  isReadonly,
  // Not the length: VS Code takes equal sizes for equal contents, and would not ask.
  size: 1 + (version % 1_000_000),
});

/** A save without an answer: the service may or may not have applied it. */
export interface UnconfirmedSave {
  readonly sent: JsonObject;
  /** The content of the service before the save, and the expected content after it. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

export type RemoteBase = Pick<Snapshot, "version" | "content">;

/** A text in an editor, and its content. */
export type EditorText = Pick<Snapshot, "text" | "content">;

export type SnapshotReading = ChangeResult<Snapshot>;

interface SharedRead {
  readonly reading: SnapshotReading;
  until: number;
}

/** How long a stat and the read or write that follows share one answer, in milliseconds. */
const readSharedMs = 500;
/** How long the answer to a write counts as the content of the service, in milliseconds. */
const writeSharedMs = 5_000;

/** The base of unsaved changes. The three properties always change together. */
export interface EditBase {
  /** The editor's text when it last had no unsaved changes. */
  readonly base: JsonObject;
  /** The service's content at that time: the base, unless the user typed during a save. */
  readonly remoteBase: RemoteBase;
  /** The version that VS Code assumes for the editor's text; undefined if it has loaded none. */
  readonly loadedVersion: number | undefined;
}

/** A base that another window, or this one before a reload, stored. */
export interface StoredBase extends EditBase {
  /** The address of the created document, if its editor still uses that of a new one. */
  readonly savedAddress: Address | undefined;
  /** A save that was in progress when the base was stored. */
  readonly unconfirmedSave: UnconfirmedSave | undefined;
}

/** What the user changed with a save. */
export interface SavedChange {
  readonly service: TypedService;
  /**
   * The text that was sent, as an undo should take it. The user's own changes are as the service
   * stored them, with ids and defaults. What they gave up in a conflict is as before: if an undo
   * restores it, the next save is a conflict again.
   */
  readonly settled?: JsonObject;
  /** Whether the text was saved ahead of its editor. */
  readonly isAhead?: boolean;
}

/** An open document: the version that its editor has loaded, and the base of unsaved changes. */
export class Session {
  /** The key by which the editor identifies the document. */
  readonly key: string;
  readonly saveConflict = new SaveConflict();
  readonly saveQueue: SerialQueue;
  readonly baseQueue = new SerialQueue();
  #address: Address;
  #latest: Snapshot | undefined;
  #editorSnapshot: Snapshot | undefined;
  #editBase: EditBase | undefined;
  /**
   * The bases of the versions that the editor has shown, by the facts in their texts. An undo may
   * bring back the text of an earlier one. The user's own saves move all of them on, so that an undo
   * over several saves reverts these.
   */
  readonly #shownBases = new Map<string, EditBase>();
  #unconfirmedSave: UnconfirmedSave | undefined;
  #hasUnsavedChanges = false;
  #textVersion: number | undefined;
  #textFacts: string | undefined;
  #isDismissed = false;
  #isSaveUnfinished = false;
  #reloads = 0;
  #clock = { version: NaN, modified: 0 };
  #freshRead: SharedRead | null = null;
  #sharedRead: SharedRead | undefined;

  constructor(address: Address, saves = new SerialQueue()) {
    this.#address = address;
    this.saveQueue = saves;
    this.key = keyOf(address);
  }

  /** The document's address. The first save of a new document changes it. */
  get address(): Address {
    return this.#address;
  }

  /** The newest known snapshot of the document, from any source. */
  get latest(): Snapshot | undefined {
    return this.#latest;
  }

  /** The snapshot that the editor last read or wrote. */
  get editorSnapshot(): Snapshot | undefined {
    return this.#editorSnapshot;
  }

  get editBase(): EditBase | undefined {
    return this.#editBase;
  }

  /** The base of a text: that of the version which the text names, if the editor has shown it. */
  baseOf(content: JsonObject): EditBase | undefined {
    return this.#baseOfFacts(factsKey(content));
  }

  /** Whether the facts in a text are from the service. An undo restores earlier ones. */
  hasShownFacts(content: JsonObject): boolean {
    return this.#shownBases.has(factsKey(content));
  }

  /** The base of the text as it was when its changes began. */
  get unsavedBase(): EditBase | undefined {
    return this.#baseOfFacts(this.#textFacts);
  }

  get unconfirmedSave(): UnconfirmedSave | undefined {
    return this.#unconfirmedSave;
  }

  get hasUnsavedChanges(): boolean {
    return this.#hasUnsavedChanges;
  }

  /** The version that the text named when its changes began. */
  get textVersion(): number | undefined {
    return this.#textVersion;
  }

  get isDismissed(): boolean {
    return this.#isDismissed;
  }

  /** The content that the service last had; the base may lack keys that the user removed. */
  get remoteContent(): JsonObject {
    return (this.#editBase?.remoteBase ?? this.#editorSnapshot)?.content ?? {};
  }

  /** Reads one snapshot for a stat and the read after it, so that no change gets in between. */
  async readShared(read: () => SnapshotReading): SnapshotReading {
    if (this.#sharedRead && performance.now() < this.#sharedRead.until)
      return this.#sharedRead.reading;
    const sharedRead = { reading: read(), until: Infinity };
    this.#sharedRead = sharedRead;
    const outcome = await sharedRead.reading.finally(() => {
      sharedRead.until = performance.now() + readSharedMs;
    });
    // A write of this client has stored a newer snapshot meanwhile.
    const newestRead = this.#currentRead();
    if (newestRead && newestRead !== sharedRead) return newestRead.reading;
    if (outcome[1]) this.#latest = outcome[1];
    return outcome;
  }

  /** Reads the current content, ignoring cached snapshots. The write that follows may use it. */
  async readFresh(read: () => SnapshotReading): SnapshotReading {
    this.expire();
    const freshRead = { reading: this.readShared(read), until: 0 };
    // A read that expires before its answer arrives is not reused.
    this.#freshRead = freshRead;
    const outcome = await freshRead.reading;
    if (outcome[1]) freshRead.until = performance.now() + readSharedMs;
    return outcome;
  }

  /** Returns the content before a write: from the stat of the save, or from a new read. */
  async readForWrite(read: () => SnapshotReading): SnapshotReading {
    const freshRead = this.#freshRead;
    this.expire();
    return freshRead && performance.now() < freshRead.until
      ? freshRead.reading
      : this.readShared(read);
  }

  stat(snapshot: Snapshot): Stat {
    const { version } = snapshot;
    if (version !== this.#clock.version) {
      // A discarded draft can have an earlier version. VS Code asks only if the time increases.
      this.#clock = { version, modified: Math.max(version, this.#clock.modified + 1) };
      this.#reloads = 0;
    }
    // An editor reloads a document only if its time changes. A fraction changes the time. It stays
    // below the millisecond that the next change on the service adds.
    const modified = this.#clock.modified + Math.min(this.#reloads, 1000) / 1024;
    return { modified, ...statOf(snapshot, version) };
  }

  /**
   * The stat of an unsaved text for which VS Code has announced no save. It may still be a save:
   * the size of the editor's version lets it pass VS Code's check, and the write decides. It may be
   * a revert, which reads the newest version, so the time is that of the newest version.
   */
  statWhileEdited(now: Snapshot): Stat {
    return { ...this.stat(now), size: this.statUnchanged(now).size };
  }

  /**
   * The stat as if the service had not changed since the editor's text was clean, so that the save
   * passes. VS Code stops a save only if the time has increased. So this time precedes any time
   * that VS Code can know. The time of the loaded version could be too late: if a write happens
   * between VS Code's stat and its read, VS Code has the new text with the old time.
   */
  statUnchanged(now: Snapshot): Stat {
    return { modified: 0, ...statOf(now, this.#knownVersion(now)) };
  }

  /** A stat that differs from any that the editor knows, so that VS Code stops the save. */
  statChanged(now: Snapshot): Stat {
    const [stat, knownVersion] = [this.stat(now), this.#knownVersion(now)];
    const modified = Math.max(stat.modified, knownVersion + 1, Date.now());
    const size = stat.size === statOf(now, knownVersion).size ? stat.size + 1 : stat.size;
    return { ...stat, modified, size };
  }

  /**
   * The text names this version. The base stays: only a load, save or restored base changes it. The
   * content is undefined if the text isn't valid JSON.
   */
  beginEditing(textVersion: number | undefined, content: JsonObject | undefined): void {
    this.#hasUnsavedChanges = true;
    this.#textVersion = textVersion;
    this.#textFacts = content && factsKey(content);
  }

  /** Unsaved changes end, and with them any conflict. The base of later changes stays. */
  endEditing(): void {
    this.#hasUnsavedChanges = false;
    this.saveConflict.clear();
  }

  /** An edit that has just begun may still be loading its base. */
  whenBaseLoaded(): Promise<void> {
    return this.baseQueue.run(() => Promise.resolve());
  }

  /** Restores a stored base with the save in progress. Undefined if the base is unknown. */
  restoreBase(storedBase: StoredBase | undefined): void {
    this.#editBase = storedBase;
    if (storedBase) this.#shownBases.set(factsKey(storedBase.base), storedBase);
    this.#unconfirmedSave = storedBase?.unconfirmedSave;
    this.#address = storedBase?.savedAddress ?? this.#address;
  }

  /**
   * The editor is given this snapshot to show, but may not have loaded it yet. The base stays.
   * Returns what the editor shows for it.
   */
  readByEditor(snapshot: Snapshot): Snapshot {
    this.#editorSnapshot = this.asShown(snapshot);
    return this.#editorSnapshot;
  }

  /**
   * A snapshot as the editor shows it. Its own text stays if that differs in the layout and the
   * version only. To VS Code, any other text is one more edit. The next undo would revert it,
   * instead of what the user typed last.
   */
  asShown(snapshot: Snapshot, editorText: EditorText | undefined = this.#editorSnapshot): Snapshot {
    const isKept =
      editorText !== undefined &&
      this.hasShownFacts(editorText.content) &&
      isIdentical(withoutSavedTimes(editorText.content), withoutSavedTimes(snapshot.content));
    return isKept ? { ...snapshot, text: editorText.text, content: editorText.content } : snapshot;
  }

  /**
   * The editor has loaded this snapshot: it becomes the base. An earlier save is no longer
   * unconfirmed, and there is no conflict.
   */
  loaded(snapshot: Snapshot): void {
    const { content, version } = snapshot;
    this.#editBase = { base: content, remoteBase: snapshot, loadedVersion: version };
    this.#shownBases.set(factsKey(content), this.#editBase);
    this.#unconfirmedSave = undefined;
    this.saveConflict.clear();
  }

  /** A save is about to be sent. Until its answer or a load, the service may have applied it. */
  saveStarted(save: UnconfirmedSave): void {
    this.#unconfirmedSave = save;
  }

  saveAnswered(): void {
    this.#unconfirmedSave = undefined;
  }

  /**
   * The service applied a save that got no answer. The sent text becomes the base, over the current
   * content of the service. VS Code does not know of this, and assumes the version that it has
   * loaded.
   */
  saveConfirmed(now: Snapshot, service: TypedService): void {
    const sent = this.#unconfirmedSave?.sent;
    const loadedVersion = this.#editBase?.loadedVersion;
    if (sent) this.#setSavedBase({ base: sent, remoteBase: now, loadedVersion }, { service });
    this.#unconfirmedSave = undefined;
  }

  /**
   * The written snapshot counts as the content of the service. The editor still has the sent text,
   * so that text is the base of later changes. After the save is reported (`finishSave`), the
   * editor may load the service's version. With `isAhead` the editor itself has not saved, and
   * keeps its loaded version.
   */
  saved(snapshot: Snapshot, sent: EditorText, change: SavedChange): void {
    this.#editorSnapshot = this.asShown(snapshot, sent);
    const loadedVersion = change.isAhead ? this.#editBase?.loadedVersion : snapshot.version;
    const { content: base } = sent;
    this.#setSavedBase({ base, remoteBase: snapshot, loadedVersion }, change);
    this.#unconfirmedSave = undefined;
    this.#isSaveUnfinished = true;
    this.saveConflict.clear();
    this.learned(snapshot);
  }

  /** The first save created the document. From now on, the editor writes to it. */
  createdAs(address: Address, snapshot: Snapshot, sent: EditorText, service: TypedService): void {
    this.#address = address;
    this.saved(snapshot, sent, { service });
  }

  /** The text now belongs to an existing document, of which no snapshot is known yet. */
  retargetTo(address: Address): void {
    this.#address = address;
    this.#latest = undefined;
    this.expire();
  }

  /** Stores the newest known snapshot, which answers the next reads. */
  learned(snapshot: Snapshot): void {
    this.#latest = snapshot;
    this.#freshRead = null;
    this.#sharedRead = {
      reading: Promise.resolve(done(snapshot)),
      until: performance.now() + writeSharedMs,
    };
  }

  /** The next read goes to the service, also before a write. Earlier snapshots stay known. */
  expire(): void {
    this.#freshRead = null;
    this.#sharedRead = undefined;
  }

  /**
   * The document was deleted, and its text was handled. VS Code reads once more after a write: it
   * gets the last snapshot, and the session ends with that save.
   */
  dismiss(): void {
    this.#isDismissed = true;
    const { version = 0, content = {} } = this.#latest ?? this.#editBase?.remoteBase ?? {};
    this.learned(this.#latest ?? { ...emptySnapshot, version, content });
  }

  /** Once after each save, the editor may load the service's version. Returns whether it may. */
  finishSave(): boolean {
    if (!this.#isSaveUnfinished) return false;
    this.#isSaveUnfinished = false;
    this.requestReload();
    return true;
  }

  /** A clean editor reloads the document at the next change event. */
  requestReload(): void {
    this.#reloads += 1;
  }

  /** The base of the text that was sent, which the editor still has. */
  #setSavedBase(editBase: EditBase, { settled, service }: SavedChange): void {
    const { base: sent, remoteBase, loadedVersion } = editBase;
    const { base = sent } = this.baseOf(sent) ?? {};
    for (const [facts, { base: mine }] of this.#shownBases) {
      const sides = { base, mine, theirs: settled ?? sent };
      const { merged } = merge(sides, service, "theirs");
      this.#shownBases.set(facts, { base: merged, remoteBase, loadedVersion });
    }
    this.#editBase = editBase;
  }

  /** Text that was typed after a save starts from the sent text. */
  #baseOfFacts(facts: string | undefined): EditBase | undefined {
    const editBase = this.#editBase;
    const isLatest = editBase === undefined || factsKey(editBase.base) === facts;
    return isLatest ? editBase : (this.#shownBases.get(facts ?? "") ?? editBase);
  }

  #knownVersion(now: Snapshot): number {
    return this.#editBase?.loadedVersion ?? now.version;
  }

  #currentRead(): SharedRead | undefined {
    return this.#sharedRead;
  }
}

/** The open documents: one session for each identity, whatever decorations the URI has. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  open(address: Address): Session {
    // Every localization can write shared attributes, so their saves run one after the other.
    const [sibling] = this.ofDocument(localizationTarget(address) ?? address);
    const session = this.find(address) ?? new Session(address, sibling?.saveQueue);
    this.#sessions.set(keyOf(address), session);
    return session;
  }

  find(address: Address): Session | undefined {
    return this.#sessions.get(keyOf(address));
  }

  remove({ key }: Session): void {
    this.#sessions.delete(key);
  }

  ofDocument(address: Address): Session[] {
    return [...this.#sessions.values()].filter((session) =>
      isSameDocument(session.address, address),
    );
  }

  siblings(address: Address): Session[] {
    return this.ofDocument(address).filter((session) => !isSame(session.address, address));
  }
}

/** The maximum time between the stat of a save and its write in VS Code, in milliseconds. */
const overwriteWindow = 5_000;

/** Tracks which conflict with the service was reported to the user, and which side they chose. */
class SaveConflict {
  #reported: Conflict | undefined;
  #askedAbout: Conflict | undefined;
  #choice: { readonly of: Conflict; readonly side: MergeSide } | undefined;
  /** A conflict that did not stop VS Code's save. The write that follows is no choice. */
  #unstoppable: Conflict | undefined;
  #overwritable: { readonly of: Conflict; readonly until: number } | undefined;

  /** The current conflict: reported and not settled. */
  get conflict(): Conflict | undefined {
    return this.#reported;
  }

  /** If all of it was reported before, a write that follows is intended: VS Code's Overwrite. */
  report(conflict: Conflict): void {
    const isRepeated = covers(this.#reported, conflict) && !covers(this.#unstoppable, conflict);
    this.#overwritable = isRepeated
      ? { of: conflict, until: performance.now() + overwriteWindow }
      : undefined;
    this.#reported = conflict;
  }

  reportRefused(conflict: Conflict): void {
    this.report(conflict);
    this.#unstoppable = conflict;
    this.forgetOverwrite();
  }

  /** The write that follows is not VS Code's Overwrite. */
  forgetOverwrite(): void {
    this.#overwritable = undefined;
  }

  /** Returns whether to ask the user: once for each version and its set of conflicting paths. */
  shouldAsk(conflict: Conflict): boolean {
    const isNew = !covers(this.#askedAbout, conflict) || covers(this.#unstoppable, conflict);
    this.#askedAbout = conflict;
    return isNew;
  }

  /** Applies to the next save only, and only to the conflict that was reported to the user. */
  choose(side: MergeSide): boolean {
    if (!this.#reported) return false;
    this.#choice = { of: this.#reported, side };
    return true;
  }

  /** Asks again before the next save, because the user declined this one. */
  forgetChoice(): void {
    this.#choice = undefined;
    this.#askedAbout = undefined;
  }

  chosenSide(conflict: Conflict): MergeSide | undefined {
    return covers(this.#choice?.of, conflict) ? this.#choice?.side : undefined;
  }

  /** The side that a write uses: the chosen one, or the local one for an overwrite by hand. */
  sideForWrite(conflict: Conflict, isByHand: boolean): MergeSide | undefined {
    const { of, until = 0 } = this.#overwritable ?? {};
    const isOverwrite = isByHand && covers(of, conflict) && performance.now() < until;
    return this.chosenSide(conflict) ?? (isOverwrite ? "mine" : undefined);
  }

  /** Settles the conflict: it was saved, or there is no conflict any more. */
  clear(): void {
    this.#reported = undefined;
    this.#askedAbout = undefined;
    this.#choice = undefined;
    this.#unstoppable = undefined;
    this.#overwritable = undefined;
  }
}

/** Whether the reported conflict includes the other: same version, no further conflicting path. */
const covers = (reported: Conflict | undefined, conflict: Conflict): boolean =>
  reported?.now.version === conflict.now.version &&
  conflict.both.every((path) => reported.both.includes(path));
