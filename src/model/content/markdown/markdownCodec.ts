import { isIdentical } from "../equality.ts";
import { isEmptyValue, type Json } from "../../foundation/json.ts";
import type { ConversionResult } from "./blocksMarkdown.ts";
import type { UnsupportedMarkdown } from "./markdownTree.ts";
import type { UnsupportedBlock } from "./unsupportedBlock.ts";
import type { ProseKind } from "./proseField.ts";

/** A field without a value becomes an empty text. */
const richTextToMarkdown = (value: Json): string => (typeof value === "string" ? value : "");

/**
 * The value of a field after the user edits its text. It keeps the field's own line endings,
 * whatever the editor uses. Text that is otherwise unchanged returns the value before.
 */
export function toRichText(text: string, previousValue: Json): Json {
  const old = richTextToMarkdown(previousValue);
  if (withLineFeeds(old) === withLineFeeds(text)) return previousValue;
  const isWindows = old.includes("\r\n") && !/[^\r]\n/.test(old);
  return isWindows ? withLineFeeds(text).replaceAll("\n", "\r\n") : withLineFeeds(text);
}

const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n");

export interface MarkdownCodec {
  readonly toText: (value: Json) => ConversionResult<UnsupportedBlock, string>;
  /** Returns the value before if the text has the same content. */
  readonly toValue: (
    text: string,
    previousValue: Json,
  ) => ConversionResult<UnsupportedMarkdown, Json>;
}

/** Loads the Markdown parser on first use. Only blocks need it. */
export async function markdownCodecFor(kind: ProseKind): Promise<MarkdownCodec> {
  if (kind === "richtext") return richTextCodec;
  const blocks = await import("./blocksMarkdown.ts");
  return {
    toText: (value) => (isEmptyValue(value) ? [null, ""] : blocks.toMarkdown(value)),
    toValue: (text, previousValue) => {
      if (isEmptyValue(previousValue) && text.trim() === "") return [null, previousValue];
      const [unsupported, value] = blocks.fromMarkdown(text, previousValue);
      if (unsupported) return [unsupported, null];
      return [null, isIdentical(value, previousValue) ? previousValue : value];
    },
  };
}

const richTextCodec: MarkdownCodec = {
  toText: (value) =>
    value === null || typeof value === "string"
      ? [null, richTextToMarkdown(value)]
      : [{ code: "not-text" }, null],
  toValue: (text, previousValue) => [null, toRichText(text, previousValue)],
};
