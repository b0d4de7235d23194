import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject } from "../../foundation/json.ts";

/** What a document has said in `$`: an undo brings it back, and nobody has edited it. */
export class ShownFacts {
  readonly #shown = new Set<string>();

  add(content: JsonObject): void {
    this.#shown.add(factsKey(content));
  }

  has(content: JsonObject): boolean {
    return this.#shown.has(factsKey(content));
  }
}

const factsKey = ({ $: facts }: JsonObject): string => JSON.stringify(currentFacts(facts));

/**
 * What a text says in `$`, as it is said today. What earlier versions of the extension have kept also says
 * when it was published, and the state of each locale: nobody has edited that.
 */
export function currentFacts(facts: Json | undefined): Json {
  if (!isObject(facts)) return facts ?? null;
  const { locales = null } = facts;
  const others = Object.entries(facts).filter(([name]) => !/^(publishedAt|locales)$/.test(name));
  return {
    ...Object.fromEntries(others),
    locales: isObject(locales) ? Object.keys(locales) : locales,
  };
}
