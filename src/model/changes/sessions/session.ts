import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { emptySnapshot } from "../../documents/snapshot/blank.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { ShownFacts } from "../../documents/content/shownFacts.ts";
import { statOf } from "./stat.ts";
import type { Stat } from "./stat.ts";
import { SaveConflict } from "./standoff.ts";
import { SerialQueue } from "../../foundation/turns.ts";
import type { UnconfirmedSave } from "./uncertain.ts";

/** A version that the service held, and what it held. */
export type RemoteBase = Pick<Snapshot, "version" | "content">;

interface SharedRead {
  readonly reading: Promise<Outcome<Snapshot>>;
  until: number;
}

/** How long after an answer a stat and the read or the write behind it count as one, in milliseconds. */
const readSharedFor = 500;
/** How long the answer of a write stands for what the service holds, in milliseconds. */
const writeSharedFor = 5_000;

/** One open document: which version its editor knows, and what its changes are changes of. */
export class Session {
  /** Where the document stands; that of a new one is its own once its first save has made it. */
  address: Address;
  /** What its editor knows it by. */
  readonly key: string;
  /** What was last learned of the document, by whatever way. */
  latest: Snapshot | undefined;
  /** What the editor last read or wrote. */
  editorSnapshot: Snapshot | undefined;
  /** The editor's text when it last had no unsaved changes: what its changes are changes of. */
  base: JsonObject | undefined;
  /** What the service held then: the same content, unless somebody typed during a save. */
  remoteBase: RemoteBase | undefined;
  unconfirmedSave: UnconfirmedSave | undefined;
  /** The version that VS Code takes its editor's text for. */
  loadedVersion: number | undefined;
  hasUnsavedChanges = false;
  /** The version that the text said it was made of, when its changes began. */
  textVersion: number | undefined;
  /** The document is gone, and its text was taken care of. */
  isDismissed = false;
  readonly shown = new ShownFacts();
  readonly saveConflict = new SaveConflict();
  readonly saveQueue: SerialQueue;
  readonly baseQueue = new SerialQueue();
  #isSaveUnfinished = false;
  #reloads = 0;
  #clock = { version: NaN, modified: 0 };
  #freshRead: SharedRead | null = null;
  #sharedRead: SharedRead | undefined;

  constructor(address: Address, saves = new SerialQueue()) {
    this.address = address;
    this.saveQueue = saves;
    this.key = keyOf(address);
  }

  /** As the service last had it for its editor; the base may be a text that lacks keys a person took out. */
  get remoteContent(): JsonObject {
    return (this.remoteBase ?? this.editorSnapshot)?.content ?? {};
  }

  /** One snapshot for a stat and the read beside it: a change between the two would be lost. */
  async readShared(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
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
    if (outcome[1]) this.latest = outcome[1];
    return outcome;
  }

  /** What the service holds now, whatever was learned of it before; good for the write behind it, too. */
  async readFresh(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
    this.expire();
    const looked = { reading: this.readShared(read), until: 0 };
    // What expires meanwhile is good for nothing more, however late its answer comes.
    this.#freshRead = looked;
    const outcome = await looked.reading;
    if (outcome[1]) looked.until = performance.now() + readSharedFor;
    return outcome;
  }

  /** What the service holds before a write: the stat of the save has just looked, else it is looked now. */
  async readForWrite(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
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

  /** As if nothing had changed on the service since the editor's text was clean: its save may pass. */
  statUnchanged(now: Snapshot): Stat {
    const version = this.loadedVersion ?? now.version;
    return { modified: version, ...statOf(now, version) };
  }

  /** Changed, whatever the editor knows by now: its save is stopped. */
  statChanged(now: Snapshot): Stat {
    const [stat, known] = [this.stat(now), this.statUnchanged(now)];
    const modified = Math.max(stat.modified, known.modified + 1, Date.now());
    const size = stat.size === known.size ? stat.size + 1 : stat.size;
    return { ...stat, modified, size };
  }

  /** The editor has loaded what was last read: then that is what changes are changes of. */
  loaded(snapshot: Snapshot): void {
    this.base = snapshot.content;
    this.remoteBase = snapshot;
    this.loadedVersion = snapshot.version;
    this.shown.add(snapshot.content);
    this.unconfirmedSave = undefined;
    this.saveConflict.clear();
  }

  /** What was written stands for what the service holds; its editor still has the text as sent. */
  saved(snapshot: Snapshot, sent: JsonObject): void {
    this.editorSnapshot = snapshot;
    this.base = sent;
    this.remoteBase = snapshot;
    this.loadedVersion = snapshot.version;
    this.unconfirmedSave = undefined;
    this.#isSaveUnfinished = true;
    this.saveConflict.clear();
    this.learned(snapshot);
  }

  /** A save that got no answer was carried out: the changes go on from there. */
  saveConfirmed({ sent }: UnconfirmedSave, now: Snapshot): void {
    this.base = sent;
    this.remoteBase = now;
    this.unconfirmedSave = undefined;
  }

  /** What was just learned of the document answers the next questions. */
  learned(snapshot: Snapshot): void {
    this.latest = snapshot;
    this.#freshRead = null;
    this.#sharedRead = {
      reading: Promise.resolve(done(snapshot)),
      until: performance.now() + writeSharedFor,
    };
  }

  /** VS Code asks once more after a write: of a document that is gone it hears what was there last. */
  dismiss(): void {
    this.isDismissed = true;
    const { version = 0, content = {} } = this.latest ?? this.remoteBase ?? {};
    this.learned(this.latest ?? { ...emptySnapshot, version, content });
  }

  /** Whether there was something to settle: the editor may load what the service made of a save. */
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

  #currentRead(): SharedRead | undefined {
    return this.#sharedRead;
  }

  /** The next question goes to the service, that of a write too. */
  expire(): void {
    this.#freshRead = null;
    this.#sharedRead = undefined;
  }
}
