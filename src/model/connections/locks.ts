import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable } from "../foundation/events.ts";

/** How long a connection stays unlocked, from its unlocking or the last write there on, in minutes. */
export const unlockedMinutes = 15;

/**
 * What may not be written to: production is locked until it is unlocked, for this window and a while. Each
 * write begins that while anew, so that what runs for long is not stopped halfway.
 */
export class Locks implements Disposable {
  readonly #changed = new Emitter<{ readonly id: string }>();
  /** A connection was locked or unlocked. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #lasting: number;
  readonly #open = new Map<string, UnlockPeriod>();
  /** As they were last told of. */
  readonly #locked: Set<string>;
  readonly #listening: Disposable;

  /** @param lasting How long an unlocking lasts, in milliseconds; `unlockedMinutes` unless given. */
  constructor(connections: Connections, lasting = unlockedMinutes * 60_000) {
    this.#connections = connections;
    this.#lasting = lasting;
    this.#locked = new Set(connections.all.map(({ id }) => id).filter((id) => this.locked(id)));
    this.#listening = connections.onDidChange(({ id }) => {
      // One that becomes production again is locked.
      const now = connections.get(id);
      // One that is somewhere else by now was not what a person has unlocked.
      if (now?.environment !== "production" || now.url !== this.#open.get(id)?.url) this.#shut(id);
      this.#tell(id);
    });
  }

  /** The connection of that id, where it is locked. */
  locked(id: string): Connection | undefined {
    const connection = this.#connections.get(id);
    // A timer stands still while the machine sleeps.
    const isOpen = (this.#open.get(id)?.until ?? 0) > Date.now();
    return connection?.environment === "production" && !isOpen ? connection : undefined;
  }

  /** Until when unlocked production may be written to, in milliseconds since 1970; undefined for any other. */
  unlockedUntil(id: string): number | undefined {
    const { until = 0 } = this.#open.get(id) ?? {};
    return until > Date.now() ? until : undefined;
  }

  /** Asked before each write. */
  mayWrite(id: string): boolean {
    // What is known no more, or not yet, can't be told from one that is locked.
    if (!this.#connections.get(id) || this.locked(id)) return false;
    if (this.#open.has(id)) this.#begin(id);
    return true;
  }

  unlock(id: string): void {
    if (this.locked(id)) this.#begin(id);
    this.#tell(id);
  }

  lock(id: string): void {
    this.#shut(id);
    this.#tell(id);
  }

  dispose(): void {
    for (const id of this.#open.keys()) this.#shut(id);
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #begin(id: string): void {
    this.#shut(id);
    const timer = setTimeout(() => {
      this.lock(id);
    }, this.#lasting);
    timer.unref();
    const { url } = this.#connections.get(id) ?? {};
    this.#open.set(id, { timer, url, until: Date.now() + this.#lasting });
  }

  #shut(id: string): void {
    clearTimeout(this.#open.get(id)?.timer);
    this.#open.delete(id);
  }

  #tell(id: string): void {
    const isLocked = this.locked(id) !== undefined;
    if (isLocked === this.#locked.has(id)) return;
    if (isLocked) this.#locked.add(id);
    else this.#locked.delete(id);
    this.#changed.fire({ id });
  }
}

interface UnlockPeriod {
  /** Where it was when a person unlocked it. */
  readonly url: string | undefined;
  readonly timer: NodeJS.Timeout;
  readonly until: number;
}
