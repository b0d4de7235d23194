import { nested } from "../../query/filters/conditions.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { TextField } from "./textFields.ts";
import type { ReplaceQuery } from "./pattern.ts";

/** How long a filter may be, in characters of JSON; services take URLs of 16,000. */
const maxFilterLength = 3_000;

/**
 * A filter that leaves out documents without the text; it may let others through. Undefined where the
 * service can't be asked: for expressions, in zones and blocks, and in too many fields at once.
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

/**
 * The longest part that every database finds in whatever case: beyond ASCII some know no cases, and a
 * backslash means something else to some.
 */
function longestSafePart(text: string): string {
  const parts = text.match(/[ -[\]-~]+/g) ?? [];
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest.slice(0, 100).trim();
}

const containing = (path: readonly string[], text: string): JsonObject =>
  nested(path, { $containsi: text });
