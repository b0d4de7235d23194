import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { nothing } from "../../documents/snapshot/blank.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { ShownFacts } from "../../documents/content/shownFacts.ts";
import { statOf } from "./stat.ts";
import type { Stat } from "./stat.ts";
import { Standoff } from "./standoff.ts";
import { Turns } from "../../foundation/turns.ts";
import type { Uncertain } from "./uncertain.ts";

/** A version that the service held, and what it held. */
export type Origin = Pick<Snapshot, "version" | "content">;

interface Shared {
  readonly reading: Promise<Outcome<Snapshot>>;
  until: number;
}

/** How long after an answer a stat and the read or the write behind it count as one, in milliseconds. */
const sharedFor = 500;
/** How long the answer of a write stands for what the service holds, in milliseconds. */
const writtenFor = 5_000;

/** One open document: which version its editor knows, and what its changes are changes of. */
export class Session {
  /** Where the document stands; that of a new one is its own once its first save has made it. */
  address: Address;
  /** What its editor knows it by. */
  readonly key: string;
  /** What was last learned of the document, by whatever way. */
  known: Snapshot | undefined;
  /** What the editor last read or wrote. */
  read: Snapshot | undefined;
  /** The editor's text when it last had no unsaved changes: what its changes are changes of. */
  base: JsonObject | undefined;
  /** What the service held then: the same content, unless somebody typed during a save. */
  origin: Origin | undefined;
  uncertain: Uncertain | undefined;
  /** The version that VS Code takes its editor's text for. */
  loadedVersion: number | undefined;
  editing = false;
  /** The version that the text said it was made of, when its changes began. */
  textVersion: number | undefined;
  /** The document is gone, and its text was taken care of. */
  isLeft = false;
  readonly shown = new ShownFacts();
  readonly standoff = new Standoff();
  readonly saves: Turns;
  readonly keeps = new Turns();
  #unsettled = false;
  #reloads = 0;
  #clock = { version: NaN, modified: 0 };
  #looked: Shared | null = null;
  #shared: Shared | undefined;

  constructor(address: Address, saves = new Turns()) {
    this.address = address;
    this.saves = saves;
    this.key = keyOf(address);
  }

  /** As the service last had it for its editor; the base may be a text that lacks keys a person took out. */
  get held(): JsonObject {
    return (this.origin ?? this.read)?.content ?? {};
  }

  /** One snapshot for a stat and the read beside it: a change between the two would be lost. */
  async look(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
    if (this.#shared && performance.now() < this.#shared.until) return this.#shared.reading;
    const shared = { reading: read(), until: Infinity };
    this.#shared = shared;
    const outcome = await shared.reading.finally(() => {
      shared.until = performance.now() + sharedFor;
    });
    // Something newer was learned meanwhile, by a write of ours.
    const newest = this.#newest();
    if (newest && newest !== shared) return newest.reading;
    if (outcome[1]) this.known = outcome[1];
    return outcome;
  }

  /** What the service holds now, whatever was learned of it before; good for the write behind it, too. */
  async lookAnew(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
    this.expire();
    const looked = { reading: this.look(read), until: 0 };
    // What expires meanwhile is good for nothing more, however late its answer comes.
    this.#looked = looked;
    const outcome = await looked.reading;
    if (outcome[1]) looked.until = performance.now() + sharedFor;
    return outcome;
  }

  /** What the service holds before a write: the stat of the save has just looked, else it is looked now. */
  async lookToWrite(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
    const looked = this.#looked;
    this.expire();
    return looked && performance.now() < looked.until ? looked.reading : this.look(read);
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
  edited(now: Snapshot): Stat {
    return { ...this.stat(now), size: this.unmoved(now).size };
  }

  /** As if nothing had changed on the service since the editor's text was clean: its save may pass. */
  unmoved(now: Snapshot): Stat {
    const version = this.loadedVersion ?? now.version;
    return { modified: version, ...statOf(now, version) };
  }

  /** Changed, whatever the editor knows by now: its save is stopped. */
  moved(now: Snapshot): Stat {
    const [stat, known] = [this.stat(now), this.unmoved(now)];
    const modified = Math.max(stat.modified, known.modified + 1, Date.now());
    const size = stat.size === known.size ? stat.size + 1 : stat.size;
    return { ...stat, modified, size };
  }

  /** The editor has loaded what was last read: then that is what changes are changes of. */
  load(snapshot: Snapshot): void {
    this.base = snapshot.content;
    this.origin = snapshot;
    this.loadedVersion = snapshot.version;
    this.shown.add(snapshot.content);
    this.uncertain = undefined;
    this.standoff.end();
  }

  /** What was written stands for what the service holds; its editor still has the text as sent. */
  keep(snapshot: Snapshot, sent: JsonObject): void {
    this.read = snapshot;
    this.base = sent;
    this.origin = snapshot;
    this.loadedVersion = snapshot.version;
    this.uncertain = undefined;
    this.#unsettled = true;
    this.standoff.end();
    this.share(snapshot);
  }

  /** A save that got no answer was carried out: the changes go on from there. */
  arrive({ sent }: Uncertain, now: Snapshot): void {
    this.base = sent;
    this.origin = now;
    this.uncertain = undefined;
  }

  /** What was just learned of the document answers the next questions. */
  share(snapshot: Snapshot): void {
    this.known = snapshot;
    this.#looked = null;
    this.#shared = {
      reading: Promise.resolve(done(snapshot)),
      until: performance.now() + writtenFor,
    };
  }

  /** VS Code asks once more after a write: of a document that is gone it hears what was there last. */
  leave(): void {
    this.isLeft = true;
    const { version = 0, content = {} } = this.known ?? this.origin ?? {};
    this.share(this.known ?? { ...nothing, version, content });
  }

  /** Whether there was something to settle: the editor may load what the service made of a save. */
  settle(): boolean {
    if (!this.#unsettled) return false;
    this.#unsettled = false;
    this.reload();
    return true;
  }

  /** A clean editor loads the document again when it is next told of a change. */
  reload(): void {
    this.#reloads += 1;
  }

  #newest(): Shared | undefined {
    return this.#shared;
  }

  /** The next question goes to the service, that of a write too. */
  expire(): void {
    this.#looked = null;
    this.#shared = undefined;
  }
}
