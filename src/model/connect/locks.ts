import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";

/** How long a connection stays unlocked after the user unlocks it or writes to it, in minutes. */
export const unlockedMinutes = 15;

/**
 * Locks production against writes. The user can unlock a connection in this window for a limited
 * time. Each write restarts that time, so that a long operation is not interrupted.
 */
export class Locks extends ResourceOwner {
  readonly #changed = this.own(new Emitter<{ readonly id: string }>());
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #unlockedMs: number;
  /** The unlocked connections, with the URL that the user unlocked and the time of the end. */
  readonly #open = new Map<
    string,
    { readonly url: string | undefined; readonly timer: NodeJS.Timeout; readonly until: number }
  >();
  /** The lock states of the last event. */
  readonly #locked: Set<string>;

  constructor(connections: Connections, unlockedMs = unlockedMinutes * 60_000) {
    super();
    this.#connections = connections;
    this.#unlockedMs = unlockedMs;
    this.#locked = new Set(connections.all.map(({ id }) => id).filter((id) => this.locked(id)));
    this.own(
      connections.onDidChange(({ id }) => {
        // A connection that becomes production again is locked.
        const now = connections.get(id);
        const isOther = now?.environment !== "production" || now.url !== this.#open.get(id)?.url;
        // The user unlocked the previous URL, not the current one.
        if (isOther) this.#shut(id);
        this.#tell(id);
      }),
    );
  }

  locked(id: string): Connection | undefined {
    const connection = this.#connections.get(id);
    const isOpen = this.unlockedUntil(id) !== undefined;
    return connection?.environment === "production" && !isOpen ? connection : undefined;
  }

  /** The end of the unlocked time, in milliseconds since 1970; undefined if not unlocked. */
  unlockedUntil(id: string): number | undefined {
    const { until = 0 } = this.#open.get(id) ?? {};
    // A timer stops while the computer sleeps.
    return until > Date.now() ? until : undefined;
  }

  /** Called before each write. */
  isWriteAllowed(id: string): boolean {
    // An unknown connection may be a locked one.
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

  override dispose(): void {
    for (const id of this.#open.keys()) this.#shut(id);
    super.dispose();
  }

  #begin(id: string): void {
    this.#shut(id);
    const timer = setTimeout(() => this.lock(id), this.#unlockedMs);
    timer.unref();
    const { url } = this.#connections.get(id) ?? {};
    this.#open.set(id, { timer, url, until: Date.now() + this.#unlockedMs });
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
