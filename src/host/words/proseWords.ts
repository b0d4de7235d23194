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
    ambiguous: vscode.l10n.t("formatting that Markdown can't set apart"),
    characters: vscode.l10n.t("characters that no text file can hold"),
    "extra-key": vscode.l10n.t("{0}, which Markdown has no words for", name),
    "list-shape": vscode.l10n.t("a list in a list that belongs to no item"),
    "loose-marks": vscode.l10n.t("formatting that is on no text, or switched off"),
    "split-text": vscode.l10n.t("text in pieces that look the same"),
    "not-blocks": vscode.l10n.t("something that is no block"),
    "not-text": vscode.l10n.t("something that is no text"),
  };
  return vscode.l10n.t("Can't be edited as Markdown: {0}", words[code]);
}

/** Why a Markdown text can't be saved to a blocks field. */
export function describeUnsupportedMarkdown({ code, line }: UnsupportedMarkdown): string {
  const words: Record<UnsupportedMarkdownCode, string> = {
    html: vscode.l10n.t("HTML"),
    image: vscode.l10n.t(
      "an image that was not there, or reads otherwise: images come from the media library, and are put into the document itself",
    ),
    table: vscode.l10n.t("a table"),
    rule: vscode.l10n.t("a line across"),
    nested: vscode.l10n.t("more than one paragraph in a quote or an item of a list"),
    reference: vscode.l10n.t("a link whose address stands elsewhere"),
    "link-title": vscode.l10n.t("a link with a title"),
    "list-start": vscode.l10n.t("a list that does not begin with 1"),
    "code-words": vscode.l10n.t("more than a language beside a block of code"),
    "named-character": vscode.l10n.t("a character by its name: write the character itself"),
  };
  return vscode.l10n.t("Blocks can't hold what stands in line {0}: {1}.", line, words[code]);
}
