import { isIdentical } from "../equality.ts";
import { isEmptyValue, type Json } from "../../foundation/json.ts";
import type { ConversionResult } from "./blocksMarkdown.ts";
import type { UnsupportedMarkdown } from "./markdownTree.ts";
import type { UnsupportedBlock } from "./unsupportedBlock.ts";
import type { ProseKind } from "./proseField.ts";
import type { SaveCleanup } from "./untouchedLines.ts";

export interface MarkdownCodec {
  /** A field without a value becomes an empty text. */
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
  const { toMarkdown, fromMarkdown } =
    kind === "richtext" ? richText : await import("./blocksMarkdown.ts");
  const toText: MarkdownCodec["toText"] = (value) =>
    isEmptyValue(value) ? [null, ""] : toMarkdown(value);
  return {
    toText,
    toValue: (text, previousValue) => {
      const previousText = toText(previousValue)[1] ?? "";
      const editedText = restoreUntouched(text, previousText, cleanup);
      const isEmpty = isEmptyValue(previousValue) && editedText.trim() === "";
      if (isEmpty || editedText === previousText) return [null, previousValue];
      const [unsupported, value] = fromMarkdown(editedText, previousValue);
      if (unsupported) return [unsupported, null];
      return [null, isIdentical(value, previousValue) ? previousValue : value];
    },
  };
}

const richText = {
  toMarkdown: (value: Json): ConversionResult<UnsupportedBlock, string> =>
    typeof value === "string" ? [null, value] : [{ code: "not-text" }, null],
  fromMarkdown: (text: string): ConversionResult<UnsupportedMarkdown, string> => [null, text],
};
