// Reads and writes Markdown. It loads when blocks are first edited, with the libraries that nothing else uses.
import { isDeepStrictEqual } from "node:util";
import { fromMarkdown as parse } from "mdast-util-from-markdown";
import {
  gfmStrikethroughFromMarkdown,
  gfmStrikethroughToMarkdown,
} from "mdast-util-gfm-strikethrough";
import { toMarkdown as write } from "mdast-util-to-markdown";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { fromTree } from "./fromTree.ts";
import { Images } from "./images.ts";
import { UnsupportedMarkdownError } from "./unsupportedMarkdown.ts";
import type { UnsupportedMarkdown } from "./unsupportedMarkdown.ts";
import { findUnsupportedBlock } from "./unsupportedBlock.ts";
import type { UnsupportedBlock } from "./unsupportedBlock.ts";
import { toTree } from "./toTree.ts";

/** The one or the other: what stands in the way, or what came of it. */
export type ConversionResult<Why, What> = readonly [Why, null] | readonly [null, What];

/** A blocks field as Markdown. What is accepted comes back equal, and what is not is named. */
export function toMarkdown(value: Json): ConversionResult<UnsupportedBlock, string> {
  const unsupported = findUnsupportedBlock(value);
  if (unsupported) return [unsupported, null];
  // In blocks that Markdown can say, every block is an object.
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
  const [, back] = fromMarkdown(text, value);
  return isDeepStrictEqual(back, value) ? [null, text] : [{ code: "ambiguous" }, null];
}

/**
 * The blocks that a Markdown text stands for.
 *
 * @param before What the field held: links are written as they were there, and images are those of it.
 */
export function fromMarkdown(
  text: string,
  before: Json,
): ConversionResult<UnsupportedMarkdown, readonly JsonObject[]> {
  const tree = parse(text, {
    extensions: [gfmStrikethrough({ singleTilde: false })],
    mdastExtensions: [gfmStrikethroughFromMarkdown()],
  });
  const style = {
    hasTextAroundLinks: hasTextAroundLinks(before),
    images: new Images(before),
    source: text,
  };
  try {
    return [null, fromTree(tree, style)];
  } catch (error) {
    if (error instanceof UnsupportedMarkdownError) return [error.reason, null];
    throw error;
  }
}

/** Whether links stand between texts: so does Strapi's own editor write them, other sources may not. */
function hasTextAroundLinks(value: Json): boolean {
  const isLinkAtEdge = (inline: Json | undefined): boolean => {
    if (!Array.isArray(inline)) return false;
    const all = inline as readonly JsonObject[];
    return all.some(
      ({ type, children }, at) =>
        (type === "link" && (at === 0 || at === all.length - 1)) || isLinkAtEdge(children),
    );
  };
  return !isLinkAtEdge(value);
}
