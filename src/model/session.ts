import type { Address } from "./address.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done } from "./outcome.ts";
import type { Snapshot } from "./reader.ts";

/** What a file system asks of a document. */
export interface Stat {
  /** Milliseconds; grows with every change on the service. */
  readonly modified: number;
  readonly created: number;
  readonly size: number;
  readonly isReadonly: boolean;
}

/** How long after an answer a stat and a read count as one question, in milliseconds. */
const sharedFor = 500;
/** How long the answer of a write stands for what the service holds, in milliseconds. */
const writtenFor = 5_000;
/** A version that no document has. */
const unknown = -1;

/** One open document: which version its editor knows, and what its changes are changes of. */
export class Session {
  readonly address: Address;
  /** What the editor last read or wrote. */
  read: Snapshot | undefined;
  /** The version that was last answered to a stat. */
  seen: number | undefined;
  /** The editor's text when it last had no unsaved changes: what its changes are changes of. */
  base: JsonObject | undefined;
  editing = false;
  #last: Promise<void> = Promise.resolve();
  #unsettled = false;
  #reloads = 0;
  #clock = { version: unknown, modified: 0 };
  #shared: { readonly reading: Promise<Outcome<Snapshot>>; until: number } | undefined;

  constructor(address: Address) {
    this.address = address;
  }

  /** One snapshot for a stat and the read beside it: a change between the two would be lost. */
  snapshot(read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
    if (this.#shared && Date.now() < this.#shared.until) return this.#shared.reading;
    const reading = read();
    const shared = { reading, until: Infinity };
    this.#shared = shared;
    const answered = () => {
      shared.until = Date.now() + sharedFor;
    };
    reading.then(answered, answered);
    return reading;
  }

  stat({ version, created, isReadonly }: Snapshot): Stat {
    this.seen = version;
    if (version !== this.#clock.version) {
      // A version can go back, when somebody discards a draft. VS Code only asks when time moves on.
      this.#clock = { version, modified: Math.max(version, this.#clock.modified + 1) };
    }
    return {
      // An editor loads a document again only when its time has moved. A fraction moves it, and
      // stays below the millisecond by which the next change on the service does.
      modified: this.#clock.modified + Math.min(this.#reloads, 1000) / 1024,
      created,
      // Never the length: VS Code takes equal sizes for equal contents, and would overwrite in silence.
      size: 1 + (version % 1_000_000),
      isReadonly,
    };
  }

  /** VS Code saves all the same when a stat fails: only over what the editor has read, then. */
  failStat(): void {
    this.seen = this.read?.version ?? unknown;
  }

  /** What was written stands for what the service holds; its editor still has the text as sent. */
  keep(snapshot: Snapshot, sent: JsonObject): void {
    this.read = snapshot;
    this.base = sent;
    this.seen = snapshot.version;
    this.#unsettled = true;
    this.share(snapshot);
  }

  /** What was just learned of the document answers the next questions. */
  share(snapshot: Snapshot): void {
    this.#shared = { reading: Promise.resolve(done(snapshot)), until: Date.now() + writtenFor };
  }

  /** Whether there was something to settle: the editor may load what the service made of a save. */
  settle(): boolean {
    if (!this.#unsettled) return false;
    this.#unsettled = false;
    this.#reloads += 1;
    return true;
  }

  /** The next question goes to the service. */
  expire(): void {
    this.#shared = undefined;
  }

  /** One after the other, so that a store ends up with what was asked last. */
  async inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(step);
    this.#last = turn.catch(() => undefined);
    await turn;
  }
}
