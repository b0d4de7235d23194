import { escapeRegExp } from "../foundation/regularExpressions.ts";
import type { Json, JsonObject, JsonPath } from "../foundation/json.ts";
import { isArray, isObject, valueIn, pathText } from "../foundation/json.ts";
import type { TextPath } from "./textPaths.ts";

export interface TextMatch {
  /** Such as `seo.metaTitle`; empty if the match isn't in a readable field. */
  readonly field: string;
  readonly snippet: string;
}

/** The first match in the texts at these paths, case-insensitive; undefined if there is none. */
export function findText(
  row: JsonObject,
  paths: readonly TextPath[],
  text: string,
): TextMatch | undefined {
  const pattern = patternOf(text);
  for (const path of paths) {
    for (const value of textsAt(row, path)) {
      const match = pattern.exec(value);
      if (match)
        return { field: pathText(path), snippet: around(value, match.index, match[0].length) };
    }
  }
  return undefined;
}

const patternOf = (text: string): RegExp => new RegExp(escapeRegExp(text), "iu");

/**
 * Where a document has a text, case-insensitive: in the field of a match such as `seo.metaTitle`, or
 * otherwise in its first field with the text. `start` and `length` are in UTF-16 code units of the
 * value at `path`. Undefined if it only has the text in what the service owns.
 */
export function locateText(
  content: JsonObject,
  text: string,
  field: string,
): { readonly path: JsonPath; readonly start: number; readonly length: number } | undefined {
  const pattern = patternOf(text);
  const matches = [...textsIn(content, [])].flatMap(({ path, text: value }) => {
    const match = /^\$(schema)?$/.test(String(path[0])) ? undefined : pattern.exec(value);
    return match ? { path, start: match.index, length: match[0].length } : [];
  });
  return matches.find(({ path }) => isIn(field, path)) ?? matches[0];
}

/** Whether a path is at or below a field, which may lack the indexes of its lists. */
function isIn(field: string, path: JsonPath): boolean {
  const [upToIndex = ""] = /^.*\d\]/.exec(field) ?? [];
  const names = pathText(path.filter((segment) => typeof segment === "string"));
  const fieldNames = field.replaceAll(/\[\d+\]/g, "");
  return pathText(path).startsWith(upToIndex) && `${names}.`.startsWith(`${fieldNames}.`);
}

function textsAt(value: Json, path: TextPath): string[] {
  const [name, ...below] = path;
  if (isArray(value) && name !== undefined) return value.flatMap((item) => textsAt(item, path));
  if (name !== undefined) return isObject(value) ? textsAt(valueIn(value, name), below) : [];
  return isArray(value) ? textsInBlocks(value) : scalarTexts(value);
}

/** The text of blocks that the user reads, and the URLs of their links. */
function textsInBlocks(blocks: readonly Json[]): string[] {
  return blocks
    .filter(isObject)
    .flatMap(({ text = null, url = null, children = null }) => [
      ...scalarTexts(text),
      ...scalarTexts(url),
      ...(isArray(children) ? textsInBlocks(children) : []),
    ]);
}

const scalarTexts = (value: Json): string[] =>
  typeof value === "string" || typeof value === "number" ? [String(value)] : [];

/** One line of text around a match. Shows 30 UTF-16 code units before it, and 90 after it. */
function around(text: string, start: number, length: number): string {
  const snippetStart = Math.max(0, start - 30);
  const snippetEnd = start + length + 90;
  const snippet = text
    .slice(snippetStart, snippetEnd)
    // Removes half of a surrogate pair at either end.
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return `${snippetStart > 0 ? "…" : ""}${snippet}${snippetEnd < text.length ? "…" : ""}`;
}

/** Every text or number in a value: the value itself, or those in blocks and JSON. */
export function* textsIn(
  value: Json,
  path: JsonPath,
): Generator<{ readonly path: JsonPath; readonly text: string }> {
  for (const text of scalarTexts(value)) yield { path, text };
  if (isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsIn(item, [...path, at]);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
  }
}
