import type { Json } from "../../foundation/json.ts";
import { endOfString, findBracket } from "../../foundation/jsonText.ts";

/**
 * A value in a JSON text, and its key. A scan reads only the requested parts, because it runs at
 * every key press. A syntax tree of the whole text takes twenty times as long.
 */
export interface Span {
  readonly text: string;
  /** Empty in lists. */
  readonly key: string;
  /** The offset of the key with its quotes. In lists, the offset of the value. */
  readonly keyAt: number;
  readonly offset: number;
  readonly end: number;
}

export function wholeOf(text: string): Span {
  const offset = after(space, text, 0);
  return { text, key: "", keyAt: offset, offset, end: text.length };
}

export const isListAt = ({ text, offset }: Span): boolean => text[offset] === "[";
export const isObjectAt = ({ text, offset }: Span): boolean => text[offset] === "{";

/** The children of an object or a list, in order, as far as the text can be read. */
export function* childrenOf(span: Span): Generator<Span> {
  const { text } = span;
  const isKeyed = isObjectAt(span);
  if (!isKeyed && !isListAt(span)) return;
  let at = span.offset;
  do {
    at = after(space, text, at + 1);
    const property = isKeyed ? propertyAt(text, at) : { key: "", offset: at };
    const end = property && endOf(text, property.offset);
    if (!property || end === undefined) return;
    yield { text, ...property, keyAt: at, end };
    at = after(space, text, end);
  } while (text[at] === ",");
}

export function propertyOf(span: Span, key: string): Span | undefined {
  if (!isObjectAt(span)) return undefined;
  for (const property of childrenOf(span)) if (property.key === key) return property;
  return undefined;
}

/** The value of a span; undefined if it isn't valid JSON. */
export function valueOf({ text, offset, end }: Pick<Span, "text" | "offset" | "end">) {
  try {
    return JSON.parse(text.slice(offset, end)) as Json;
  } catch {
    return undefined;
  }
}

const space = /\s*/y;
const colon = /\s*:\s*/y;
const scalarPattern = /[^\s,[\]{}":]+/y;

/** The end of a match at this offset; the offset itself if nothing matches. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function propertyAt(text: string, at: number): { key: string; offset: number } | undefined {
  const end = text[at] === '"' ? endOfString(text, at) : undefined;
  const offset = end && after(colon, text, end);
  const key = end && valueOf({ text, offset: at, end });
  return typeof key === "string" && offset !== undefined && offset !== end
    ? { key, offset }
    : undefined;
}

/** The end of the value at this offset; undefined if there is none or it is incomplete. */
function endOf(text: string, offset: number): number | undefined {
  const first = text[offset];
  if (first === "{" || first === "[") {
    const last = findBracket(text, offset, (depth) => depth === 0);
    return last === undefined ? undefined : last + 1;
  }
  if (first === '"') return endOfString(text, offset);
  const end = after(scalarPattern, text, offset);
  return end > offset ? end : undefined;
}
