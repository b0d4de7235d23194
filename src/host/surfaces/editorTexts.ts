import * as vscode from "vscode";
import { plainLines, plainText, withIcon } from "./plainText.ts";

/** A command above a line of an editor, or only its text if the id of the command is empty. */
export interface Lens {
  readonly command: string;
  readonly title: string;
  /** The id of a codicon. */
  readonly icon?: string;
  readonly tooltip?: readonly string[];
  readonly arguments?: unknown[];
}

/** A CodeLens with plain texts. */
export function codeLens(range: vscode.Range, lens: Lens): Readonly<vscode.CodeLens> {
  const { icon, title, tooltip, ...others } = lens;
  return new vscode.CodeLens(range, {
    ...others,
    title: icon === undefined ? plainText(title) : withIcon(icon, title),
    ...(tooltip && { tooltip: plainLines(tooltip) }),
  });
}

/** A hover with a plain text or a card. */
export const hover = (
  content: vscode.MarkdownString | string,
  range: vscode.Range,
): Readonly<vscode.Hover> =>
  new vscode.Hover(
    typeof content === "string"
      ? new vscode.MarkdownString().appendText(plainText(content))
      : content,
    range,
  );

interface Card {
  /** The URL of a picture, and its width in pixels. */
  readonly picture?: { readonly url: string; readonly width: number } | undefined;
  readonly heading: string;
  readonly lines: readonly string[];
}

/** A card with a picture, a heading in bold and paragraphs. */
export function card({ picture, heading, lines }: Card): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  if (picture) markdown.appendMarkdown(`![](${urlText(picture.url)}|width=${picture.width})\n\n`);
  markdown.appendMarkdown("**").appendText(plainText(heading)).appendMarkdown("**");
  for (const line of lines) markdown.appendMarkdown("\n\n").appendText(plainText(line));
  return markdown;
}

/** A URL without characters that end its place in Markdown. */
const urlText = (url: string): string =>
  url.replace(/[()<>\\|\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

interface Suggestion extends Pick<
  vscode.CompletionItem,
  | "kind"
  | "range"
  | "insertText"
  | "filterText"
  | "sortText"
  | "preselect"
  | "additionalTextEdits"
  | "command"
> {
  readonly label: string;
  /** Shown beside the label. */
  readonly description?: string;
  /** Shown below the selected suggestion. */
  readonly detail?: string;
}

/** A suggestion of completion with plain texts. */
export function completionItem(suggestion: Suggestion): Readonly<vscode.CompletionItem> {
  const { label, description, detail, ...others } = suggestion;
  const shownLabel =
    description === undefined
      ? plainText(label)
      : { label: plainText(label), description: plainText(description) };
  return Object.assign(new vscode.CompletionItem(shownLabel), others, {
    ...(detail !== undefined && { detail: plainText(detail) }),
  });
}

/** A problem in a text. */
export function diagnosticOf(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, plainText(message), severity);
  diagnostic.source = "CMS";
  return diagnostic;
}

/** Another place that a problem is about. */
export const relatedPlace = (
  location: vscode.Location,
  message: string,
): vscode.DiagnosticRelatedInformation =>
  new vscode.DiagnosticRelatedInformation(location, plainText(message));

/** A link in a text. */
export function documentLink(range: vscode.Range, tooltip: string): vscode.DocumentLink {
  const link = new vscode.DocumentLink(range);
  link.tooltip = plainText(tooltip);
  return link;
}

/** An action of the light bulb. */
export const codeAction = (title: string, kind: vscode.CodeActionKind): vscode.CodeAction =>
  new vscode.CodeAction(plainText(title), kind);

/** An edit for a drop that inserts no text itself. */
export const dropEdit = (
  title: string,
  kind: vscode.DocumentDropOrPasteEditKind,
): vscode.DocumentDropEdit => new vscode.DocumentDropEdit("", plainText(title), kind);

/** The mark beside the name of a file or a row: one or two characters. */
export const fileMark = (
  mark: string,
  tooltip: string,
  color?: vscode.ThemeColor,
): vscode.FileDecoration => new vscode.FileDecoration(mark, plainText(tooltip), color);

/** Registers marks of files and rows. */
export const registerFileMarks = (provider: vscode.FileDecorationProvider): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider(provider);
