import { similarKey } from "../../model/foundation/jsonShape.ts";

/** The names to choose from, and the most similar one: `It has: slug, title. Did you mean title?` */
export function nameHint(name: string, names: readonly string[], lead = "It has"): string {
  const similar = similarName(name, names);
  const choices = `${lead}: ${names.toSorted().join(", ")}.`;
  return similar === undefined ? choices : `${choices} Did you mean ${similar}?`;
}

/** The most similar name, in upper or lower case; undefined if none is similar. */
function similarName(name: string, names: readonly string[]): string | undefined {
  const lowerNames = names.map((other) => other.toLowerCase());
  const similar = similarKey(name.toLowerCase(), lowerNames);
  return similar === undefined ? undefined : names[lowerNames.indexOf(similar)];
}
