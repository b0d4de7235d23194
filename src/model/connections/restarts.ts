import { setTimeout as pause } from "node:timers/promises";
import type { RequestResult } from "./clients.ts";
import type { Connections } from "./connections.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable } from "../foundation/events.ts";
import { isLoopback } from "./proxy.ts";

/** What a service on this computer does to a connection when it ends. */
const broken = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * Services on this computer that went away, as they do when they start anew, and are looked for until they are
 * back: only those that had answered, only while somebody watches, and not for ever.
 */
export class Restarts implements Disposable {
  readonly #changed = new Emitter<string>();
  /** The id of a connection whose service went away, is back, or is waited for no more. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #limits: { readonly pauseMs: number; readonly maxAttempts: number };
  readonly #answered = new Set<string>();
  /** How often it was looked for in vain. */
  readonly #away = new Map<string, number>();
  readonly #looking = new Set<string>();
  readonly #listening: Disposable;
  #isWatched = false;

  constructor(connections: Connections, limits = { pauseMs: 1_000, maxAttempts: 120 }) {
    this.#connections = connections;
    this.#limits = limits;
    this.#listening = connections.onDidRequest((heard) => {
      this.#handle(heard);
    });
  }

  isAway(connection: string): boolean {
    return this.#away.has(connection);
  }

  /** Whether somebody can see what comes of it; until then nothing is asked. */
  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    for (const id of this.#away.keys()) void this.#follow(id);
  }

  dispose(): void {
    this.#isWatched = false;
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #handle({ id, status, code = "" }: RequestResult): void {
    if (status !== undefined) this.#answered.add(id);
    else if (broken.test(code) && this.#answered.has(id) && this.#isHere(id)) void this.#follow(id);
  }

  #isHere(id: string): boolean {
    const connection = this.#connections.get(id);
    return connection !== undefined && isLoopback(new URL(connection.url).hostname);
  }

  async #follow(id: string): Promise<void> {
    if (this.#looking.has(id)) return;
    this.#looking.add(id);
    while (this.#isWatched && (await this.#isGone(id))) {
      await pause(this.#limits.pauseMs, undefined, { ref: false });
    }
    this.#looking.delete(id);
  }

  /** Whether it is to be looked for once more. The first look tells a restart from a broken connection. */
  async #isGone(id: string): Promise<boolean> {
    const looks = (this.#away.get(id) ?? 0) + 1;
    const isGone = !(await this.#answers(id)) && looks <= this.#limits.maxAttempts;
    if (isGone) this.#away.set(id, looks);
    else this.#end(id, looks > this.#limits.maxAttempts);
    if (isGone && looks === 1) this.#changed.fire(id);
    return isGone;
  }

  async #answers(id: string): Promise<boolean> {
    const [failure, cms] = await this.#connections.reach(id);
    if (failure) return true;
    const [error] = await cms.schema().contentTypes();
    return error?.name !== "NetworkError";
  }

  #end(id: string, isInVain: boolean): void {
    // What did not come back is waited for again only after it has answered.
    if (isInVain) this.#answered.delete(id);
    if (this.#away.delete(id)) this.#changed.fire(id);
  }
}
