import { isIdentical } from "../equality.ts";
import { isEmptyValue, type Json } from "../../foundation/json.ts";
import type { ConversionResult } from "./blocksMarkdown.ts";
import type { UnsupportedMarkdown } from "./markdownTree.ts";
import type { UnsupportedBlock } from "./unsupportedBlock.ts";
import type { ProseKind } from "./proseField.ts";
import type { SaveCleanup } from "./untouchedLines.ts";

/** A field without a value becomes an empty text. */
const richTextToMarkdown = (value: Json): string => (typeof value === "string" ? value : "");

export interface MarkdownCodec {
  readonly toText: (value: Json) => ConversionResult<UnsupportedBlock, string>;
  /** Returns the value before if the text has the same content. */
  readonly toValue: (
    text: string,
    previousValue: Json,
  ) => ConversionResult<UnsupportedMarkdown, Json>;
}

/** Loads its libraries on first use. Only blocks need the Markdown parser. */
export async function markdownCodecFor(
  kind: ProseKind,
  cleanup: SaveCleanup,
): Promise<MarkdownCodec> {
  const { restoreUntouched } = await import("./untouchedLines.ts");
  if (kind === "richtext")
    return {
      toText: (value) =>
        value === null || typeof value === "string"
          ? [null, richTextToMarkdown(value)]
          : [{ code: "not-text" }, null],
      toValue: (text, previousValue) => {
        const previousText = richTextToMarkdown(previousValue);
        const value = restoreUntouched(text, previousText, cleanup);
        return [null, value === previousText ? previousValue : value];
      },
    };
  const blocks = await import("./blocksMarkdown.ts");
  return {
    toText: (value) => (isEmptyValue(value) ? [null, ""] : blocks.toMarkdown(value)),
    toValue: (text, previousValue) => {
      if (isEmptyValue(previousValue) && text.trim() === "") return [null, previousValue];
      const previousText = isEmptyValue(previousValue) ? "" : blocks.toMarkdown(previousValue)[1];
      const editedText = restoreUntouched(text, previousText ?? "", cleanup);
      const [unsupported, value] = blocks.fromMarkdown(editedText, previousValue);
      if (unsupported) return [unsupported, null];
      return [null, isIdentical(value, previousValue) ? previousValue : value];
    },
  };
}
