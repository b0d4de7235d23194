import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../foundation/json.ts";
import { isArray } from "../../foundation/json.ts";
import type { ConversionResult } from "../blocks/markdown.ts";
import type { UnsupportedMarkdown } from "../blocks/unsupportedMarkdown.ts";
import type { UnsupportedBlock } from "../blocks/unsupportedBlock.ts";
import type { ProseKind } from "./field.ts";

/** A rich text as it is edited; a field without a value is an empty one. */
const richTextToMarkdown = (value: Json): string => (typeof value === "string" ? value : "");

/**
 * What a field holds once this text is in it. Ends of lines are the field's own, whatever an editor has
 * made of them, and what says the same stays as it was.
 */
export function toRichText(text: string, before: Json): Json {
  const old = richTextToMarkdown(before);
  if (withLineFeeds(old) === withLineFeeds(text)) return before;
  const isWindows = old.includes("\r\n") && !/[^\r]\n/.test(old);
  return isWindows ? withLineFeeds(text).replaceAll("\n", "\r\n") : withLineFeeds(text);
}

const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n");

/** How a kind of field is read as Markdown, and written. */
export interface MarkdownCodec {
  readonly toText: (value: Json) => ConversionResult<UnsupportedBlock, string>;
  /** What says the same as before is given as it was. */
  readonly toValue: (text: string, before: Json) => ConversionResult<UnsupportedMarkdown, Json>;
}

/** Loads the Markdown parser at first use: only blocks need it. */
export async function markdownCodecFor(kind: ProseKind): Promise<MarkdownCodec> {
  if (kind === "richtext") return richTextCodec;
  const blocks = await import("../blocks/markdown.ts");
  return {
    toText: (value) => (isEmptyProse(value) ? [null, ""] : blocks.toMarkdown(value)),
    toValue: (text, before) => {
      if (isEmptyProse(before) && text.trim() === "") return [null, before];
      const [unsupported, value] = blocks.fromMarkdown(text, before);
      if (unsupported) return [unsupported, null];
      return [null, isDeepStrictEqual(value, before) ? before : value];
    },
  };
}

const richTextCodec: MarkdownCodec = {
  toText: (value) =>
    value === null || typeof value === "string"
      ? [null, richTextToMarkdown(value)]
      : [{ code: "not-text" }, null],
  toValue: (text, before) => [null, toRichText(text, before)],
};

/** A field of blocks that nobody has written into yet. */
export const isEmptyProse = (value: Json): boolean =>
  value === null || (isArray(value) && value.length === 0);
