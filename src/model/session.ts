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

/** One open document: which version its editor knows, and what its changes are changes of. */
export class Session {
  readonly address: Address;
  /** What the editor last read or wrote. */
  read: Snapshot | undefined;
  /** The version that was last answered to a stat. */
  seen: number | undefined;
  /** What the person's changes are changes of; held still while there are any. */
  base: JsonObject | undefined;
  editing = false;
  /** What the editor last loaded or saved: the same, as long as there are no changes. */
  #shown: JsonObject | undefined;
  #last: Promise<void> = Promise.resolve();
  #unsettled = false;
  #reloads = 0;
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
    return {
      // An editor loads a document again only when its time has moved. A fraction moves it, and
      // stays below the millisecond by which the next change on the service does.
      modified: version + Math.min(this.#reloads, 1000) / 1024,
      created,
      // Never the length: VS Code takes equal sizes for equal contents, and would overwrite in silence.
      size: 1 + (version % 1_000_000),
      isReadonly,
    };
  }

  show(snapshot: Snapshot): void {
    this.read = snapshot;
    this.#shown = snapshot.content;
    if (!this.editing) this.base = snapshot.content;
  }

  /**
   * What was written stands for what the service holds. Its editor still has the text as it was
   * sent, without what others changed meanwhile: what is typed now is a change of that.
   */
  keep(snapshot: Snapshot, sent: JsonObject): void {
    this.read = snapshot;
    this.#shown = sent;
    this.base = sent;
    this.seen = snapshot.version;
    this.#unsettled = true;
    this.#shared = { reading: Promise.resolve(done(snapshot)), until: Date.now() + writtenFor };
  }

  /** The editor has no unsaved changes any more. */
  clean(): void {
    this.editing = false;
    this.base = this.#shown;
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
