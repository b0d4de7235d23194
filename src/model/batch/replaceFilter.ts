import { nested } from "../foundation/json.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { TextField } from "./textFields.ts";
import type { ReplaceQuery } from "./textPattern.ts";

/** In characters of JSON. Services accept URLs of 16,000 characters. */
const maxFilterLength = 3_000;

/**
 * A filter that excludes documents without the text; other documents may still pass. Undefined if
 * the service can't evaluate one: for regular expressions, for fields in dynamic zones and blocks,
 * and for too many fields.
 */
export function prefilterFor(
  { text, isRegExp }: Pick<ReplaceQuery, "text" | "isRegExp">,
  fields: readonly TextField[],
): JsonObject | undefined {
  const part = longestSafePart(text);
  if (isRegExp || part === "") return undefined;
  const conditions = fields.flatMap(({ filterPath }) =>
    filterPath ? [containing(filterPath, part)] : [],
  );
  const filter = { $or: conditions };
  const isAsked = conditions.length > 0 && conditions.length === fields.length;
  return isAsked && JSON.stringify(filter).length <= maxFilterLength ? filter : undefined;
}

/** Some databases ignore case for ASCII letters only, and some treat a backslash specially. */
function longestSafePart(text: string): string {
  const parts = text.match(/[ -[\]-~]+/g) ?? [];
  const longest = parts.reduce((part, other) => (other.length > part.length ? other : part), "");
  return longest.slice(0, 100).trim();
}

const containing = (path: readonly string[], text: string): JsonObject =>
  nested(path, { $containsi: text });
