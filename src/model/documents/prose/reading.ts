import { isDeepStrictEqual } from "node:util";
import type { ConversionResult } from "../blocks/index.ts";
import type { UnsupportedMarkdown } from "../blocks/misfit.ts";
import type { UnsupportedBlock } from "../blocks/obstacle.ts";
import { isArray } from "../../foundation/json.ts";
import type { Json } from "../../foundation/json.ts";
import type { ProseKind } from "./field.ts";
import { richTextToMarkdown, toRichText } from "./richtext.ts";

/** How a kind of field is read as Markdown, and written. */
export interface MarkdownCodec {
  readonly toText: (value: Json) => ConversionResult<UnsupportedBlock, string>;
  /** What says the same as before is given as it was. */
  readonly toValue: (text: string, before: Json) => ConversionResult<UnsupportedMarkdown, Json>;
}

/** Loads the Markdown parser at first use: only blocks need it. */
export async function markdownCodecFor(kind: ProseKind): Promise<MarkdownCodec> {
  if (kind === "richtext") return richTextCodec;
  const blocks = await import("../blocks/index.ts");
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
