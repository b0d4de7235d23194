import { escapeRegExp } from "../../query/finding/textMatch.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";

/** What is looked for in texts, and what is to stand in its place. */
export interface ReplaceQuery {
  readonly text: string;
  readonly isRegExp: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** With `$1`, `$&` and the like where the text is a regular expression. */
  readonly replacement: string;
}

/** How texts are replaced; what `replace` of a string takes. */
export interface Replacement {
  /** Global; never takes a half of a character of two units. */
  readonly pattern: RegExp;
  readonly template: string;
}

/** A failure where it is no expression, or one that finds nothing in particular. */
export function toReplacement(query: ReplaceQuery): Outcome<Replacement, BulkFailure> {
  const { text, isRegExp, replacement } = query;
  const [failure, pattern] = toPattern(query);
  if (failure) return failed(failure);
  if (text === "" || matchesNothing(pattern)) return failed({ code: "matches-nothing" });
  // In a template a dollar stands for itself when it stands twice.
  return done({ pattern, template: isRegExp ? replacement : replacement.replaceAll("$", "$$$$") });
}

function toPattern({
  text,
  isRegExp,
  matchCase,
  wholeWord,
}: ReplaceQuery): Outcome<RegExp, BulkFailure> {
  const flags = `gmu${matchCase ? "" : "i"}`;
  try {
    const pattern = new RegExp(isRegExp ? text : escapeRegExp(text), flags);
    if (!wholeWord) return done(pattern);
    return done(new RegExp(`(?<!${wordSign})(?:${pattern.source})(?!${wordSign})`, flags));
  } catch (error) {
    return failed({ code: "invalid-pattern", why: String(error) });
  }
}

const wordSign = "[\\p{L}\\p{M}\\p{N}_]";

/** Whether it finds places without any text in them, as `a*` does: something would be put in everywhere. */
const matchesNothing = (pattern: RegExp): boolean =>
  ["", "a", " 1\n"].some((text) => [...text.matchAll(pattern)].some(([match]) => match === ""));
