import type { Connections } from "./connections.ts";
import { SerialQueue } from "../foundation/async.ts";

/** A save that VS Code did not announce, before anything of it is sent. */
export interface UnannouncedSave {
  readonly title: string;
  /** Whether what is saved is live at once: users, and types without draft & publish. */
  readonly isLive: boolean;
}

/** The person's answer: this save, or this one and the next ones of drafts on the same connection. */
export type Consent = "once" | "always";

/**
 * What the person lets extensions and agents save in this window. Each save needs a consent of its own, unless it
 * is a draft outside production and the person does not want to be asked again.
 */
export class SaveConsents {
  readonly #connections: Connections;
  /** Connections by id and URL: one that has moved to another service asks again. */
  readonly #always = new Set<string>();
  readonly #writes = new SerialQueue();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * Whether a save may go. Saves at the same time ask one after the other.
   * @param ask Gets whether the answer may be "always"; undefined: the person says no.
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

  /** Undefined for production, and for a connection that was removed: those ask each time. */
  #keyOf(id: string): string | undefined {
    const connection = this.#connections.get(id);
    const isTarget = connection && connection.environment !== "production";
    return isTarget ? `${connection.id} ${connection.url}` : undefined;
  }
}
