import * as vscode from "vscode";
import { markdownText } from "../../texts/shared/markdownText.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { plainLines, plainText, withIcon } from "./plainText.ts";

declare const isPlain: unique symbol;

/** An object for VS Code whose texts are plain. Only this file creates one. */
export type Plain<T> = T & { readonly [isPlain]: true };

/** A command above a line of an editor, or only its text if the id of the command is empty. */
export interface Lens {
  readonly command: string;
  readonly title: string;
  /** The id of a codicon. */
  readonly icon?: string;
  readonly tooltip?: readonly string[];
  readonly arguments?: unknown[];
}

export function codeLens(range: vscode.Range, lens: Lens): Plain<vscode.CodeLens> {
  const { icon, title, tooltip, ...others } = lens;
  return new vscode.CodeLens(range, {
    ...others,
    title: icon === undefined ? plainText(title) : withIcon(icon, title),
    ...(tooltip && { tooltip: plainLines(tooltip) }),
  }) as Plain<vscode.CodeLens>;
}

export const hover = (
  content: Plain<vscode.MarkdownString> | string,
  range: vscode.Range,
): Plain<vscode.Hover> =>
  new vscode.Hover(
    typeof content === "string" ? new vscode.MarkdownString(markdownText(content)) : content,
    range,
  ) as Plain<vscode.Hover>;

/** The width of the picture is in pixels. */
export function card(
  picture: { readonly url: string; readonly width: number } | undefined,
  heading: string,
  lines: readonly string[],
): Plain<vscode.MarkdownString> {
  const image = picture ? [`![](${urlText(picture.url)}|width=${picture.width})`] : [];
  const paragraphs = [...image, `**${markdownText(heading)}**`, ...lines.map(markdownText)];
  return new vscode.MarkdownString(paragraphs.join("\n\n")) as Plain<vscode.MarkdownString>;
}

/** A URL without characters that end its place in Markdown. */
const urlText = (url: string): string =>
  url.replace(/[()<>\\|\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/**
 * `description` is shown beside the label, `detail` and `markdown` below the selected suggestion. In
 * the Markdown, texts from elsewhere are escaped.
 */
export function completionItem(
  suggestion: {
    label: string;
    description?: string;
    detail?: string | undefined;
    markdown?: string;
  } & Pick<
    vscode.CompletionItem,
    | "kind"
    | "range"
    | "insertText"
    | "filterText"
    | "sortText"
    | "preselect"
    | "additionalTextEdits"
    | "command"
  >,
): Plain<vscode.CompletionItem> {
  const { label, description, detail, markdown, ...others } = suggestion;
  const shownLabel =
    description === undefined
      ? plainText(label)
      : { label: plainText(label), description: plainText(description) };
  return Object.assign(new vscode.CompletionItem(shownLabel), others, {
    ...(detail !== undefined && { detail: plainText(detail) }),
    ...(markdown !== undefined && { documentation: new vscode.MarkdownString(markdown) }),
  }) as Plain<vscode.CompletionItem>;
}

export function diagnosticOf(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): Plain<vscode.Diagnostic> {
  const diagnostic = new vscode.Diagnostic(range, plainText(message), severity);
  diagnostic.source = "CMS";
  return diagnostic as Plain<vscode.Diagnostic>;
}

export const relatedPlace = (
  location: vscode.Location,
  message: string,
): vscode.DiagnosticRelatedInformation =>
  new vscode.DiagnosticRelatedInformation(location, plainText(message));

/** A link in a text that opens a document. Its target is missing until the address is known. */
export function documentLink(
  range: vscode.Range,
  title: string,
  target?: vscode.Uri,
): Plain<vscode.DocumentLink> {
  const link = new vscode.DocumentLink(range, target);
  const tooltip = vscode.l10n.t("Open '{document}'", { document: title || untitled() });
  link.tooltip = plainText(tooltip);
  return link as Plain<vscode.DocumentLink>;
}

export const codeAction = (title: string, kind: vscode.CodeActionKind): Plain<vscode.CodeAction> =>
  new vscode.CodeAction(plainText(title), kind) as Plain<vscode.CodeAction>;

/** An edit for a drop that inserts no text itself. */
export const dropEdit = (
  title: string,
  kind: vscode.DocumentDropOrPasteEditKind,
): Plain<vscode.DocumentDropEdit> =>
  new vscode.DocumentDropEdit("", plainText(title), kind) as Plain<vscode.DocumentDropEdit>;

/** The mark beside the name of a file or a row: one or two characters. */
export const fileMark = (
  mark: string,
  tooltip: string,
  color?: vscode.ThemeColor,
): Plain<vscode.FileDecoration> =>
  new vscode.FileDecoration(mark, plainText(tooltip), color) as Plain<vscode.FileDecoration>;
