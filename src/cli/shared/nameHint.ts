import type { MissingField } from "../../model/browse/filterFields.ts";
import { similarKey } from "../../model/foundation/json.ts";

/** The names to choose from, and the most similar one: `It has: slug, title. Did you mean title?` */
export function nameHint(name: string, names: readonly string[], lead = "It has"): string {
  const similar = similarName(name, names);
  const choices = `${lead}: ${names.toSorted().join(", ")}.`;
  return similar === undefined ? choices : `${choices} Did you mean ${similar}?`;
}

/** What to write instead of a field that doesn't exist: `category has: name. Did you mean name?` */
export function fieldHint({ path, known }: MissingField): string {
  const isName = (step: string | number) => typeof step === "string" && !step.startsWith("$");
  const above = path.slice(0, -1).filter(isName).join(".");
  if (known.length === 0) return `${above} has no fields.`;
  return nameHint(String(path.at(-1)), known, above === "" ? "Choose from" : `${above} has`);
}

/** The most similar name, in upper or lower case; undefined if none is similar. */
function similarName(name: string, names: readonly string[]): string | undefined {
  const lowerNames = names.map((other) => other.toLowerCase());
  const similar = similarKey(name.toLowerCase(), lowerNames);
  return similar === undefined ? undefined : names[lowerNames.indexOf(similar)];
}
