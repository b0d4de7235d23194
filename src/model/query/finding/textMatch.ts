import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import type { TextPath } from "./textPaths.ts";

/** Where a text was found in a document. */
export interface TextMatch {
  /** Such as `seo.metaTitle`; empty where it is in nothing that may be read. */
  readonly field: string;
  /** One line around what was found. */
  readonly snippet: string;
}

/** The first of the places that a text stands at, in whatever case; undefined where it is at none. */
export function findText(
  row: JsonObject,
  paths: readonly TextPath[],
  text: string,
): TextMatch | undefined {
  const pattern = new RegExp(escapeRegExp(text), "iu");
  for (const path of paths) {
    for (const value of textsAt(row, path)) {
      const at = pattern.exec(value);
      if (at) return { field: path.join("."), snippet: around(value, at.index, at[0].length) };
    }
  }
  return undefined;
}

/** A pattern that finds a text as it stands. */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function textsAt(value: Json, path: TextPath): string[] {
  const [name, ...below] = path;
  if (isArray(value) && name !== undefined) return value.flatMap((item) => textsAt(item, path));
  if (name !== undefined) return isObject(value) ? textsAt(value[name] ?? null, below) : [];
  return isArray(value) ? textsInBlocks(value) : scalarTexts(value);
}

/** What a person reads in paragraphs, and where their links lead. */
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

/** How much is shown before and after what was found, in UTF-16 units. */
const [before, after] = [30, 90];

/** One line around a part of a text. */
function around(text: string, start: number, length: number): string {
  const [from, to] = [Math.max(0, start - before), start + length + after];
  const cut = text
    .slice(from, to)
    // Half of what takes two units is none.
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return `${from > 0 ? "…" : ""}${cut}${to < text.length ? "…" : ""}`;
}
