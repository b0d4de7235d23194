import type { Catalog, UnknownKey } from "./catalog.ts";
import type { Failure } from "../foundation/outcome.ts";
import { isUnknownKeyRefusal } from "./contradictions.ts";
import { unknownKeyIn, withoutKeys } from "./unknownKeys.ts";

/** What the workspace says of each connection, and its service was seen not to know. */
export class UnknownKeys {
  readonly #keys = new Map<string, readonly UnknownKey[]>();

  /** A catalog without what its service does not know. */
  of(connection: string, told: Catalog): Catalog {
    const unknown = told.source === "workspace" ? this.#keys.get(connection) : undefined;
    return withoutKeys(told, unknown ?? []);
  }

  /**
   * Whether a read was refused for something that is left out from now on: `new` where nobody knew of it
   * before. Undefined where the read would be refused once more.
   */
  learn(
    connection: string,
    failure: Failure | null,
    { before, now }: { readonly before: Catalog | undefined; readonly now: Catalog | undefined },
  ): "new" | "known" | undefined {
    if (now?.source !== "workspace" || !isUnknownKeyRefusal(failure)) return undefined;
    const key = unknownKeyIn(failure.error, now);
    // Of two reads that are refused at once, the first leaves it out for both.
    if (!key) return now === before ? undefined : "known";
    this.#keys.set(connection, [...(this.#keys.get(connection) ?? []), key]);
    return "new";
  }

  forget(connection: string): void {
    this.#keys.delete(connection);
  }
}
