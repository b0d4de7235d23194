import type { Connections } from "../connect/connections.ts";
import { SerialQueue } from "../foundation/asyncSteps.ts";

/** A save that VS Code did not announce, before any request is sent. */
export interface UnannouncedSave {
  readonly title: string;
  /** Whether the save publishes immediately: users, and types without draft & publish. */
  readonly isLive: boolean;
}

/** The user's answer: this save only, or also later saves of drafts on the same connection. */
export type Consent = "once" | "always";

/**
 * The user's consent to saves by extensions and agents in this window. Each save needs its own
 * consent, except a draft outside production if the user chose "always".
 */
export class SaveConsents {
  readonly #connections: Connections;
  /** Connections by id and URL. A connection that moves to another service needs a new consent. */
  readonly #always = new Set<string>();
  readonly #writes = new SerialQueue();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * Whether the save is allowed. Concurrent saves ask one after the other.
   * @param ask Receives whether the answer can be "always". Undefined means that the user declines.
   */
  isGiven(
    id: string,
    { isLive }: Pick<UnannouncedSave, "isLive">,
    ask: (mayBeAlways: boolean) => Promise<Consent | undefined>,
  ): Promise<boolean> {
    return this.#writes.run(async () => {
      if (!isLive && this.#always.has(this.#keyOf(id) ?? "")) return true;
      const mayBeAlways = !isLive && this.#keyOf(id) !== undefined;
      const answer = await ask(mayBeAlways);
      const key = this.#keyOf(id);
      if (answer === "always" && mayBeAlways && key !== undefined) this.#always.add(key);
      return answer !== undefined;
    });
  }

  /** Undefined for production and for a removed connection, which need consent each time. */
  #keyOf(id: string): string | undefined {
    const connection = this.#connections.get(id);
    const isTarget = connection && connection.environment !== "production";
    return isTarget ? `${connection.id} ${connection.url}` : undefined;
  }
}
