import { findNodeAtLocation, parseTree, visit, type Node } from "jsonc-parser";
import { toJson, withoutFinalZeros, type Json, type JsonPath } from "./json.ts";
import { done, failed, type Outcome } from "./outcome.ts";

/** Both numbers start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Why a text is not JSON, or JSON can't represent it unchanged. */
export type JsonFailure = TextPosition & {
  readonly code: "invalid-json" | "doubled-key" | "rounded-number" | "too-deep";
};

/** Strict JSON: no comments, trailing commas, duplicate keys or numbers sent as others. */
export function fromJson(text: string): Outcome<Json, JsonFailure> {
  const isDeep = (depth: number) => depth > maxDepth;
  const tooDeepAt = text.length > maxDepth ? findBracket(text, 0, isDeep) : undefined;
  if (tooDeepAt !== undefined) return failed({ code: "too-deep", ...positionOf(text, tooDeepAt) });
  const value = fromUnchangedText(text);
  if (value !== undefined) return done(value);
  const error = firstErrorIn(text);
  const tree = error === undefined ? parseTree(text) : undefined;
  if (!tree) return failed({ code: "invalid-json", ...positionOf(text, error ?? 0) });
  const loss = lossIn(tree, text);
  if (!loss) return done(JSON.parse(text) as Json);
  const [code, offset] = loss;
  return failed({ code, ...positionOf(text, offset) });
}

/**
 * How many lists and objects may be nested. Functions that walk a value recurse once for each
 * level, and the JavaScript engine fails after some thousands. Real documents stay below hundreds.
 */
const maxDepth = 1_000;

/** The offset of the first bracket, outside of strings, with such a depth behind it. */
export function findBracket(
  text: string,
  offset: number,
  isSought: (depth: number) => boolean,
): number | undefined {
  const signs = /["{}[\]]/g;
  signs.lastIndex = offset;
  let depth = 0;
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const [sign] = match;
    if (sign === '"') signs.lastIndex = endOfString(text, match.index) ?? text.length;
    else depth += sign === "{" || sign === "[" ? 1 : -1;
    if (isSought(depth)) return match.index;
  }
  return undefined;
}

/** Undefined if it isn't closed. Uses no pattern: a text may be too long for one to backtrack. */
export function endOfString(text: string, offset: number): number | undefined {
  for (let at = text.indexOf('"', offset + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return undefined;
}

/**
 * Parses a text that equals the serialized value, character for character, so that nothing is lost.
 * Texts in editors and record files usually do, unless the user reformats them. A syntax tree of a
 * large text takes ten times as long.
 */
function fromUnchangedText(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return text === `${toJson(value, 2)}\n` || text === toJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The offset of the first error. A text that isn't JSON can have an error in each character. */
function firstErrorIn(text: string): number | undefined {
  let first: number | undefined;
  const onError = (_: unknown, offset: number): void => {
    first = offset;
    throw new SyntaxError();
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (first === undefined) throw error;
  }
  return first;
}

/** Where parsing would lose data silently: the second of two equal keys, or digits of a number. */
function lossIn(node: Node, text: string): [JsonFailure["code"], number] | undefined {
  const { type, offset, length, children = [] } = node;
  if (type === "number" && isRounded(text.slice(offset, offset + length))) {
    return ["rounded-number", offset];
  }
  for (const child of children) {
    const loss = lossIn(child, text);
    if (loss) return loss;
  }
  if (type !== "object") return undefined;
  const keys = new Set<unknown>();
  for (const property of children) {
    const key: unknown = property.children?.[0]?.value;
    if (keys.has(key)) return ["doubled-key", property.offset];
    keys.add(key);
  }
  return undefined;
}

/** Whether a number would be sent as another number. */
function isRounded(digits: string): boolean {
  const value = Number(digits);
  if (!Number.isFinite(value) || value === 0) return value !== 0;
  const wholeNumber = wholeNumberIn(digits);
  // For a number that the service has rounded, the shortest text with the same value is shown.
  return (
    wholeNumber !== undefined &&
    wholeNumber !== wholeNumberIn(String(value)) &&
    wholeNumber !== BigInt(value)
  );
}

/** The integer that digits such as `15.0` or `1.5e1` represent; undefined if there is none. */
function wholeNumberIn(digits: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  const decimals = withoutFinalZeros(fraction);
  const zeros = Number(exponent) - decimals.length;
  return zeros < 0 ? undefined : BigInt(sign + whole + decimals) * 10n ** BigInt(zeros);
}

/** Where a value is written, with its key if it has one; or else the nearest value around it. */
export function positionOfPath(text: string, path: JsonPath): TextPosition {
  const root = path.length > 0 ? parseTree(text) : undefined;
  const node = root && findNodeAtLocation(root, [...path]);
  if (!node) return path.length > 0 ? positionOfPath(text, path.slice(0, -1)) : startOfText;
  return positionOf(text, (node.parent?.type === "property" ? node.parent : node).offset);
}

const startOfText: TextPosition = { line: 1, column: 1 };

export const positionOf = (text: string, offset: number): TextPosition =>
  positionAfter(startOfText, text.slice(0, offset));

/** The position after a text that starts at a position. */
export function positionAfter({ line, column }: TextPosition, text: string): TextPosition {
  const lines = text.split("\n");
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1
    ? { line, column: column + last }
    : { line: line + lines.length - 1, column: last + 1 };
}
