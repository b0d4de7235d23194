import { escapeRegExp, matchesEmptyText, toExpression } from "../foundation/regularExpressions.ts";
import type { Expression } from "../foundation/regularExpressions.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";

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
  const { text, isRegExp, replacement } = query;
  const [failure, pattern] = toPattern(query);
  if (failure) return failed(failure);
  if (text === "" || matchesEmptyText(pattern)) return failed({ code: "matches-nothing" });
  // In a template, `$$` stands for a dollar sign.
  return done({ pattern, template: isRegExp ? replacement : replacement.replaceAll("$", "$$$$") });
}

function toPattern(query: ReplaceQuery): Outcome<Expression, BulkFailure> {
  const { text, isRegExp, matchCase, wholeWord } = query;
  const flags = `gmu${matchCase ? "" : "i"}`;
  try {
    const pattern = toExpression(isRegExp ? text : escapeRegExp(text), flags);
    if (!wholeWord) return done(pattern);
    return done(toExpression(`(?<!${wordSign})(?:${pattern.source})(?!${wordSign})`, flags));
  } catch (error) {
    return failed({ code: "invalid-pattern", why: String(error) });
  }
}

const wordSign = "[\\p{L}\\p{M}\\p{N}_]";
