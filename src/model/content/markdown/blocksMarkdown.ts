// Reads and writes Markdown. This module and its libraries load when the user first edits blocks.
import { isIdentical } from "../equality.ts";
import { fromMarkdown as parse, type Handle } from "mdast-util-from-markdown";
import {
  gfmStrikethroughFromMarkdown,
  gfmStrikethroughToMarkdown,
} from "mdast-util-gfm-strikethrough";
import { toMarkdown as write } from "mdast-util-to-markdown";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { fromTree } from "./blocksFromTree.ts";
import { BlockImages } from "./blockImages.ts";
import { deepNesting, UnsupportedMarkdownError, type UnsupportedMarkdown } from "./markdownTree.ts";
import { findUnsupportedBlock, type UnsupportedBlock } from "./unsupportedBlock.ts";
import { toTree } from "./treeFromBlocks.ts";

export type ConversionResult<Why, What> = readonly [Why, null] | readonly [null, What];

/** Converts a blocks field to Markdown that converts back to an equal value, or says why not. */
export function toMarkdown(value: Json): ConversionResult<UnsupportedBlock, string> {
  const unsupported = findUnsupportedBlock(value);
  if (unsupported) return [unsupported, null];
  // In blocks that Markdown supports, every block is an object.
  const blocks = value as unknown as readonly JsonObject[];
  const text = write(toTree(blocks), {
    bullet: "-",
    bulletOther: "*",
    emphasis: "_",
    fences: true,
    listItemIndent: "one",
    resourceLink: true,
    rule: "-",
    extensions: [gfmStrikethroughToMarkdown()],
  });
  if (isTooComplex(text)) return [{ code: "too-complex" }, null];
  const [, back] = fromMarkdown(text, value);
  return isIdentical(back, value) ? [null, text] : [{ code: "ambiguous" }, null];
}

/** The value before decides how links are written and which images exist. */
export function fromMarkdown(
  text: string,
  previousValue: Json,
): ConversionResult<UnsupportedMarkdown, readonly JsonObject[]> {
  if (isTooComplex(text)) return [{ code: "too-complex", line: 1 }, null];
  const isLinkAtEdge = (inline: Json | undefined): boolean => {
    if (!Array.isArray(inline)) return false;
    const inlines = inline as readonly JsonObject[];
    return inlines.some(
      ({ type, children }, at) =>
        (type === "link" && (at === 0 || at === inlines.length - 1)) || isLinkAtEdge(children),
    );
  };
  const style = {
    // As Strapi's own editor writes them. Other sources may not.
    hasTextAroundLinks: !isLinkAtEdge(previousValue),
    images: new BlockImages(previousValue),
    source: text,
  };
  try {
    const tree = parse(text, {
      extensions: [gfmStrikethrough({ singleTilde: false }), gfmTable()],
      mdastExtensions: [gfmStrikethroughFromMarkdown(), { enter: { table: rejectTable } }],
    });
    return [null, fromTree(tree, style)];
  } catch (error) {
    if (error instanceof UnsupportedMarkdownError) return [error.reason, null];
    throw error;
  }
}

function rejectTable(position: Parameters<Handle>[0]): never {
  throw new UnsupportedMarkdownError("table", { position });
}

/** The parser's time is quadratic in unclosed marks, and in the depth of lists and quotes. */
const isTooComplex = (text: string): boolean =>
  text.length > maxTextLength ||
  deepNesting.test(text) ||
  (text.match(/[*_~[\]`]/g)?.length ?? 0) > maxMarks;

/** In characters. The parser takes half a second for it. */
const maxTextLength = 50_000;
const maxMarks = 3_000;
