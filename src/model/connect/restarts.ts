import { setTimeout as pause } from "node:timers/promises";
import type { Connections } from "./connections.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { isLocal } from "./connection.ts";

/** The error codes of a service on this computer that stopped. */
const broken = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * Detects services on this computer that stop, and polls until they answer again. Polls only those
 * that answered before, only while a view watches, and for a limited time.
 */
export class Restarts extends ResourceOwner {
  readonly #changed = this.own(new Emitter<string>());
  /** The id of a connection whose service stopped, is back, or is no longer polled. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #limits: { readonly pauseMs: number; readonly maxAttempts: number };
  readonly #answered = new Set<string>();
  readonly #failedAttempts = new Map<string, number>();
  readonly #polledIds = new Set<string>();
  #isWatched = false;

  constructor(connections: Connections, limits = { pauseMs: 1_000, maxAttempts: 120 }) {
    super();
    this.#connections = connections;
    this.#limits = limits;
    this.own(
      connections.onDidRequest(({ id, status, code = "" }) => {
        const connection = connections.get(id);
        if (status !== undefined) this.#answered.add(id);
        else if (broken.test(code) && this.#answered.has(id) && connection && isLocal(connection))
          void this.#follow(id);
      }),
    );
  }

  isAway(connection: string): boolean {
    return this.#failedAttempts.has(connection);
  }

  /** Whether a visible view shows the result. Without one, no requests are sent. */
  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    for (const id of this.#failedAttempts.keys()) void this.#follow(id);
  }

  override dispose(): void {
    this.#isWatched = false;
    super.dispose();
  }

  async #follow(id: string): Promise<void> {
    if (this.#polledIds.has(id)) return;
    this.#polledIds.add(id);
    while (this.#isWatched && (await this.#isGone(id))) {
      await pause(this.#limits.pauseMs, undefined, { ref: false });
    }
    this.#polledIds.delete(id);
  }

  /** Whether to poll again. The first attempt tells a stopped service from a broken connection. */
  async #isGone(id: string): Promise<boolean> {
    const attempts = (this.#failedAttempts.get(id) ?? 0) + 1;
    const isLast = attempts > this.#limits.maxAttempts;
    const [failure, cms] = await this.#connections.reach(id);
    const [error] = failure ? [null] : await cms.schema().contentTypes();
    const isGone = error?.name === "NetworkError" && !isLast;
    if (isGone) this.#failedAttempts.set(id, attempts);
    // After the last attempt, the service is polled again only after it has answered.
    else if (isLast) this.#answered.delete(id);
    const isNews = isGone ? attempts === 1 : this.#failedAttempts.delete(id);
    if (isNews) this.#changed.fire(id);
    return isGone;
  }
}
