import * as vscode from "vscode";
import type {
  UnsupportedMarkdown,
  UnsupportedMarkdownCode,
} from "../../model/documents/blocks/unsupportedMarkdown.ts";
import type {
  UnsupportedBlock,
  UnsupportedBlockCode,
} from "../../model/documents/blocks/unsupportedBlock.ts";

/** Why a field can't be edited as Markdown: the unsupported content, in words for a CodeLens. */
export function describeUnsupportedBlock({ code, name = "" }: UnsupportedBlock): string {
  const words: Record<UnsupportedBlockCode, string> = {
    underline: vscode.l10n.t("underlined text"),
    image: vscode.l10n.t("an image without a URL"),
    ambiguous: vscode.l10n.t("formatting that Markdown can't represent"),
    characters: vscode.l10n.t("characters that can't be stored in a text file"),
    "extra-key": vscode.l10n.t("the property {name}, which Markdown can't represent", { name }),
    "list-shape": vscode.l10n.t("a nested list without a parent item"),
    "loose-marks": vscode.l10n.t("formatting on empty text, or formatting that is turned off"),
    "split-text": vscode.l10n.t("adjacent texts with the same formatting"),
    "not-blocks": vscode.l10n.t("content that isn't a valid block"),
    "not-text": vscode.l10n.t("a value that isn't a string"),
  };
  return vscode.l10n.t("Can't edit as Markdown: {reason}", { reason: words[code] });
}

/** Why a Markdown text can't be saved to a blocks field. */
export function describeUnsupportedMarkdown({ code, line }: UnsupportedMarkdown): string {
  const words: Record<UnsupportedMarkdownCode, string> = {
    html: vscode.l10n.t("HTML"),
    image: vscode.l10n.t(
      "a new or changed image (insert images into the document from the media library)",
    ),
    table: vscode.l10n.t("a table"),
    rule: vscode.l10n.t("a horizontal rule"),
    nested: vscode.l10n.t("more than one paragraph in a quote or list item"),
    reference: vscode.l10n.t("a reference-style link"),
    "link-title": vscode.l10n.t("a link with a title"),
    "list-start": vscode.l10n.t("an ordered list that doesn't start at 1"),
    "code-words": vscode.l10n.t("text after the language of a code block"),
    "named-character": vscode.l10n.t("an HTML entity (enter the character instead)"),
  };
  return vscode.l10n.t("Blocks don't support the content of line {line}: {content}.", {
    line,
    content: words[code],
  });
}
