import { toJson } from "../foundation/json.ts";

/**
 * The unique TypeScript identifier that is closest to words and not yet used, which is then used:
 * `shared.call-to-action` becomes SharedCallToAction.
 */
export function claimIdentifier(words: string, usedNames: Set<string>): string {
  const closestName = toIdentifier(words);
  let name = closestName;
  for (let count = 2; usedNames.has(name); count += 1) name = `${closestName}${count}`;
  usedNames.add(name);
  return name;
}

/** Joins words to one name: `call-to-action` becomes CallToAction. */
export function toIdentifier(words: string): string {
  const name = words
    .split(/[^\p{ID_Continue}]+|_+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return /^\p{ID_Start}/u.test(name) ? name : `Type${name}`;
}

/** A name as a key of an object or an interface, in quotes if it is not an identifier. */
export const keyText = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name);

/** A text as a TypeScript literal. */
export const quoted = (text: string): string => toJson(text);
