import { ShownFacts } from "../../documents/content/documentText.ts";
import { emptySnapshot } from "../../documents/snapshot/baseline.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { SerialQueue } from "../../foundation/async.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { SaveConflict } from "./saveConflict.ts";

/** What a file system asks of a document. */
export interface Stat {
  /** Milliseconds; grows with every change on the service. */
  readonly modified: number;
  readonly created: number;
  readonly size: number;
  readonly isReadonly: boolean;
}

const statOf = ({ created, isReadonly }: Snapshot, version: number) => ({
  created,
  isReadonly,
  // Never the length: VS Code takes equal sizes for equal contents, and would overwrite in silence.
  size: 1 + (version % 1_000_000),
});

/** A save that got no answer, so that nobody knows whether it was carried out. */
export interface UnconfirmedSave {
  /** The text that was saved. */
  readonly sent: JsonObject;
  /** What the service held then, and what it was to hold. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** A version that the service held, and what it held. */
export type RemoteBase = Pick<Snapshot, "version" | "content">;

interface SharedRead {
  readonly reading: Promise<Outcome<Snapshot, ChangeFailure>>;
  until: number;
}

/** How long after an answer a stat and the read or the write behind it count as one, in milliseconds. */
const readSharedFor = 500;
/** How long the answer of a write stands for what the service holds, in milliseconds. */
const writeSharedFor = 5_000;

/** What changes are changes of. The three change together, and none without the others. */
interface EditBase {
  /** The editor's text when it last had no unsaved changes. */
  readonly base: JsonObject;
  /** What the service held then: the same content, unless somebody typed during a save. */
  readonly remoteBase: RemoteBase;
  /** The version that VS Code takes its editor's text for; undefined where the editor has loaded none. */
  readonly loadedVersion: number | undefined;
}

/** One open document: which version its editor knows, and what its changes are changes of. */
export class Session {
  /** What its editor knows it by. */
  readonly key: string;
  readonly shown = new ShownFacts();
  readonly saveConflict = new SaveConflict();
  readonly saveQueue: SerialQueue;
  readonly baseQueue = new SerialQueue();
  #address: Address;
  #latest: Snapshot | undefined;
  #editorSnapshot: Snapshot | undefined;
  #editBase: EditBase | undefined;
  #unconfirmedSave: UnconfirmedSave | undefined;
  #hasUnsavedChanges = false;
  #textVersion: number | undefined;
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

  /** Where the document stands; that of a new one is its own once its first save has made it. */
  get address(): Address {
    return this.#address;
  }

  /** What was last learned of the document, by whatever way. */
  get latest(): Snapshot | undefined {
    return this.#latest;
  }

  /** What the editor last read or wrote. */
  get editorSnapshot(): Snapshot | undefined {
    return this.#editorSnapshot;
  }

  /** The editor's text when it last had no unsaved changes: what its changes are changes of. */
  get base(): JsonObject | undefined {
    return this.#editBase?.base;
  }

  /** What the service held then; there whenever `base` is. */
  get remoteBase(): RemoteBase | undefined {
    return this.#editBase?.remoteBase;
  }

  /** The version that VS Code takes its editor's text for. */
  get loadedVersion(): number | undefined {
    return this.#editBase?.loadedVersion;
  }

  /** A save that was sent, and of which nobody knows yet whether it was carried out. */
  get unconfirmedSave(): UnconfirmedSave | undefined {
    return this.#unconfirmedSave;
  }

  /** Whether its editor has unsaved changes. */
  get hasUnsavedChanges(): boolean {
    return this.#hasUnsavedChanges;
  }

  /** The version that the text said it was made of, when its changes began. */
  get textVersion(): number | undefined {
    return this.#textVersion;
  }

  /** The document is gone, and its text was taken care of. */
  get isDismissed(): boolean {
    return this.#isDismissed;
  }

  /** As the service last had it for its editor; the base may be a text that lacks keys a person took out. */
  get remoteContent(): JsonObject {
    return (this.remoteBase ?? this.#editorSnapshot)?.content ?? {};
  }

  /** One snapshot for a stat and the read beside it: a change between the two would be lost. */
  async readShared(
    read: () => Promise<Outcome<Snapshot, ChangeFailure>>,
  ): Promise<Outcome<Snapshot, ChangeFailure>> {
    if (this.#sharedRead && performance.now() < this.#sharedRead.until)
      return this.#sharedRead.reading;
    const shared = { reading: read(), until: Infinity };
    this.#sharedRead = shared;
    const outcome = await shared.reading.finally(() => {
      shared.until = performance.now() + readSharedFor;
    });
    // Something newer was learned meanwhile, by a write of ours.
    const newest = this.#currentRead();
    if (newest && newest !== shared) return newest.reading;
    if (outcome[1]) this.#latest = outcome[1];
    return outcome;
  }

  /** What the service holds now, whatever was learned of it before; good for the write behind it, too. */
  async readFresh(
    read: () => Promise<Outcome<Snapshot, ChangeFailure>>,
  ): Promise<Outcome<Snapshot, ChangeFailure>> {
    this.expire();
    const looked = { reading: this.readShared(read), until: 0 };
    // What expires meanwhile is good for nothing more, however late its answer comes.
    this.#freshRead = looked;
    const outcome = await looked.reading;
    if (outcome[1]) looked.until = performance.now() + readSharedFor;
    return outcome;
  }

  /** What the service holds before a write: the stat of the save has just looked, else it is looked now. */
  async readForWrite(
    read: () => Promise<Outcome<Snapshot, ChangeFailure>>,
  ): Promise<Outcome<Snapshot, ChangeFailure>> {
    const looked = this.#freshRead;
    this.expire();
    return looked && performance.now() < looked.until ? looked.reading : this.readShared(read);
  }

  stat(snapshot: Snapshot): Stat {
    const { version } = snapshot;
    if (version !== this.#clock.version) {
      // A version can go back, when somebody discards a draft. VS Code only asks when time moves on.
      this.#clock = { version, modified: Math.max(version, this.#clock.modified + 1) };
      this.#reloads = 0;
    }
    // An editor loads a document again only when its time has moved. A fraction moves it, and
    // stays below the millisecond by which the next change on the service does.
    const modified = this.#clock.modified + Math.min(this.#reloads, 1000) / 1024;
    return { modified, ...statOf(snapshot, version) };
  }

  /**
   * What is answered about an unsaved text where VS Code has announced no save. It may be one all the same: with
   * the size of the version that the editor knows it passes VS Code's check, and the write decides. It may be a
   * revert, which reads the newest version: the time is that one's.
   */
  statWhileEdited(now: Snapshot): Stat {
    return { ...this.stat(now), size: this.statUnchanged(now).size };
  }

  /**
   * As if nothing had changed on the service since the editor's text was clean: its save may pass. VS Code stops a
   * save only where the time has moved on, so the time is before any that it can know. That of the loaded version
   * could be later: when a write comes between VS Code's stat and its read, it has the new text with the old time.
   */
  statUnchanged(now: Snapshot): Stat {
    return { modified: 0, ...statOf(now, this.#knownVersion(now)) };
  }

  /** Changed, whatever the editor knows by now: its save is stopped. */
  statChanged(now: Snapshot): Stat {
    const [stat, known] = [this.stat(now), this.#knownVersion(now)];
    const modified = Math.max(stat.modified, known + 1, Date.now());
    const size = stat.size === statOf(now, known).size ? stat.size + 1 : stat.size;
    return { ...stat, modified, size };
  }

  /**
   * There are unsaved changes, of a text that says it was made of that version. What they are changes of stays as
   * it is: only a load, a save or a restored base moves it.
   */
  beginEditing(textVersion: number | undefined): void {
    this.#hasUnsavedChanges = true;
    this.#textVersion = textVersion;
  }

  /** There are no unsaved changes, and so no conflict. What the next ones are changes of stays as it is. */
  endEditing(): void {
    this.#hasUnsavedChanges = false;
    this.saveConflict.clear();
  }

  /**
   * The changes are changes of what another window, or this one before it was reloaded, has kept of them, with the
   * save that was under way then. Undefined: nobody knows what they are changes of.
   */
  restoreBase(
    kept:
      | (EditBase & {
          readonly savedAddress?: Address | undefined;
          readonly unconfirmedSave?: UnconfirmedSave | undefined;
        })
      | undefined,
  ): void {
    this.#editBase = kept;
    this.#unconfirmedSave = kept?.unconfirmedSave;
    this.#address = kept?.savedAddress ?? this.#address;
  }

  /** The editor was given this to show. It may not have loaded it yet: what changes are changes of stays. */
  readByEditor(snapshot: Snapshot): void {
    this.#editorSnapshot = snapshot;
  }

  /**
   * The editor has loaded this: from now on changes are changes of it, nothing of an earlier save is in question,
   * and no conflict stands.
   */
  loaded(snapshot: Snapshot): void {
    const { content, version } = snapshot;
    this.#editBase = { base: content, remoteBase: snapshot, loadedVersion: version };
    this.shown.add(content);
    this.#unconfirmedSave = undefined;
    this.saveConflict.clear();
  }

  /** A save is about to be sent: until its answer, or a load, it may have been carried out. */
  saveStarted(uncertain: UnconfirmedSave): void {
    this.#unconfirmedSave = uncertain;
  }

  /** The save was answered: whether it was carried out is in question no more. */
  saveAnswered(): void {
    this.#unconfirmedSave = undefined;
  }

  /**
   * A save that got no answer was carried out: the changes go on from what was sent, over what the service holds
   * now. VS Code was not told, and takes its text for the version that it has loaded.
   */
  saveConfirmed({ sent }: UnconfirmedSave, now: Snapshot): void {
    const { loadedVersion } = this;
    this.#editBase = { base: sent, remoteBase: now, loadedVersion };
    this.#unconfirmedSave = undefined;
  }

  /**
   * What was written stands for what the service holds, while the editor still has the text as sent: later changes
   * are changes of that text. The editor may load what the service made of it once it has heard of the save
   * (`finishSave`). With `isAhead` it has not saved itself, and has the version loaded that it had before.
   */
  saved(snapshot: Snapshot, sent: JsonObject, { isAhead }: { readonly isAhead?: boolean }): void {
    this.#editorSnapshot = snapshot;
    const loadedVersion = isAhead ? this.loadedVersion : snapshot.version;
    this.#editBase = { base: sent, remoteBase: snapshot, loadedVersion };
    this.#unconfirmedSave = undefined;
    this.#isSaveUnfinished = true;
    this.saveConflict.clear();
    this.learned(snapshot);
  }

  /** The first save of a new document has made it: its editor writes to it from now on, and makes it no second time. */
  createdAs(address: Address, snapshot: Snapshot, sent: JsonObject): void {
    this.#address = address;
    this.saved(snapshot, sent, {});
  }

  /**
   * The text that was to make a document is one of a document that is there already. Nothing that was learned before
   * is about that one, and the next question goes to the service.
   */
  retargetTo(address: Address): void {
    this.#address = address;
    this.#latest = undefined;
    this.expire();
  }

  /** This is the newest that is known of the document, and answers the next questions. */
  learned(snapshot: Snapshot): void {
    this.#latest = snapshot;
    this.#freshRead = null;
    this.#sharedRead = {
      reading: Promise.resolve(done(snapshot)),
      until: performance.now() + writeSharedFor,
    };
  }

  /** The next question goes to the service, that of a write too. What was learned before stays known. */
  expire(): void {
    this.#freshRead = null;
    this.#sharedRead = undefined;
  }

  /**
   * The document is gone, and its text was taken care of. VS Code asks once more after a write: it hears what was
   * there last, and the session goes with the end of that save.
   */
  dismiss(): void {
    this.#isDismissed = true;
    const { version = 0, content = {} } = this.#latest ?? this.remoteBase ?? {};
    this.learned(this.#latest ?? { ...emptySnapshot, version, content });
  }

  /**
   * The editor has heard of its save: once after each save it may load what the service made of it. Whether this
   * was that once.
   */
  finishSave(): boolean {
    if (!this.#isSaveUnfinished) return false;
    this.#isSaveUnfinished = false;
    this.requestReload();
    return true;
  }

  /** A clean editor loads the document again when it is next told of a change. */
  requestReload(): void {
    this.#reloads += 1;
  }

  #knownVersion(now: Snapshot): number {
    return this.loadedVersion ?? now.version;
  }

  #currentRead(): SharedRead | undefined {
    return this.#sharedRead;
  }
}
