import * as l10n from "@vscode/l10n";
import type { UnsupportedMarkdown } from "../../model/content/markdown/markdownTree.ts";
import type { UnsupportedBlock } from "../../model/content/markdown/unsupportedBlock.ts";
import { wordsFor } from "../shared/nameList.ts";

export const describeUnsupportedBlock = ({ code, name = "" }: UnsupportedBlock): string =>
  wordsFor(code, {
    underline: l10n.t("Can't edit as Markdown: underlined text"),
    image: l10n.t("Can't edit as Markdown: an image without a URL"),
    ambiguous: l10n.t("Can't edit as Markdown: formatting that Markdown can't represent"),
    characters: l10n.t("Can't edit as Markdown: characters that can't be stored in a text file"),
    "extra-key": l10n.t(
      "Can't edit as Markdown: the property {name}, which Markdown can't represent",
      { name },
    ),
    "list-shape": l10n.t("Can't edit as Markdown: a nested list without a parent item"),
    "loose-marks": l10n.t(
      "Can't edit as Markdown: formatting on empty text, or formatting that is turned off",
    ),
    "split-text": l10n.t("Can't edit as Markdown: adjacent texts with the same formatting"),
    "too-complex": l10n.t("Can't edit as Markdown: too long, or too much formatting"),
    "not-blocks": l10n.t("Can't edit as Markdown: content that isn't a valid block"),
    "not-text": l10n.t("Can't edit as Markdown: a value that isn't a string"),
  });

export const describeUnsupportedMarkdown = ({ code, line }: UnsupportedMarkdown): string =>
  wordsFor(code, {
    html: l10n.t("Line {line} contains HTML. Blocks don't support HTML.", { line }),
    image: l10n.t(
      "Line {line} contains a new or changed image. Insert images into the document from the media library.",
      { line },
    ),
    table: l10n.t("Line {line} contains a table. Blocks don't support tables.", { line }),
    rule: l10n.t("Line {line} contains a horizontal rule. Blocks don't support horizontal rules.", {
      line,
    }),
    nested: l10n.t(
      "The quote or list item at line {line} contains more than one paragraph. Blocks support only one.",
      { line },
    ),
    reference: l10n.t(
      "Line {line} contains a reference-style link. Enter the URL in the link itself.",
      { line },
    ),
    "link-title": l10n.t(
      "Line {line} contains a link with a title. Blocks don't support titles of links.",
      { line },
    ),
    "list-start": l10n.t(
      "The ordered list at line {line} doesn't start at 1. Blocks don't support another first number.",
      { line },
    ),
    "code-words": l10n.t(
      "The code block at line {line} has text after its language. Blocks support only the language.",
      { line },
    ),
    "too-complex": l10n.t(
      "The text is too long for Markdown, or has too many marks. Edit the rest in the JSON of the document.",
    ),
    "named-character": l10n.t("Line {line} contains an HTML entity. Enter the character instead.", {
      line,
    }),
  });
