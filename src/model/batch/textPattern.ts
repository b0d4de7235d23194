import { nested, type JsonObject } from "../foundation/json.ts";
import { escapeRegExp, matchesEmptyText, toExpression } from "../foundation/regularExpressions.ts";
import type { Expression } from "../foundation/regularExpressions.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { TextField } from "./textFields.ts";

export interface ReplaceQuery {
  readonly text: string;
  readonly isRegExp: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** If `isRegExp` is set, may contain `$1`, `$&` and similar references. */
  readonly replacement: string;
}

/** The arguments of `String.prototype.replace`. */
export interface Replacement {
  /** Has the global flag, and never matches half of a surrogate pair. */
  readonly pattern: Expression;
  readonly template: string;
}

export function toReplacement(query: ReplaceQuery): Outcome<Replacement, BulkFailure> {
  const { text, isRegExp, matchCase, wholeWord, replacement } = query;
  const flags = `gmu${matchCase ? "" : "i"}`;
  let pattern: Expression;
  try {
    pattern = toExpression(isRegExp ? text : escapeRegExp(text), flags);
    if (wholeWord)
      pattern = toExpression(`(?<!${wordSign})(?:${pattern.source})(?!${wordSign})`, flags);
  } catch (error) {
    return failed({ code: "invalid-pattern", why: String(error) });
  }
  if (text === "" || matchesEmptyText(pattern)) return failed({ code: "matches-nothing" });
  // In a template, `$$` stands for a dollar sign.
  return done({ pattern, template: isRegExp ? replacement : replacement.replaceAll("$", "$$$$") });
}

const wordSign = "[\\p{L}\\p{M}\\p{N}_]";

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
  // Some databases ignore case for ASCII letters only, and some treat a backslash specially.
  const safeParts = text.match(/[ -[\]-~]+/g) ?? [];
  const [longestPart = ""] = safeParts.sort((part, other) => other.length - part.length);
  const part = longestPart.slice(0, 100).trim();
  if (isRegExp || part === "") return undefined;
  const conditions = fields.flatMap(({ filterPath }) =>
    filterPath ? [nested(filterPath, { $containsi: part })] : [],
  );
  const filter = { $or: conditions };
  const isComplete = conditions.length > 0 && conditions.length === fields.length;
  return isComplete && JSON.stringify(filter).length <= maxFilterLength ? filter : undefined;
}
