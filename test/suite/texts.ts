import * as vscode from "vscode";
import { toTextUri } from "../../src/files/shared/documentUri.ts";
import { fromSegments } from "../../src/model/content/markdown/proseField.ts";
import { until } from "../window/until.ts";

/** The CodeLenses above Markdown fields: their titles, and the lines below them. */
export async function textLenses(document: vscode.TextDocument) {
  const command = "vscode.executeCodeLensProvider";
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(command, document.uri);
  return lenses
    .filter(({ command: about }) => about?.title.includes("Markdown") === true)
    .map(({ command: about, range }) => ({
      title: about!.title,
      line: document.lineAt(range.start.line).text,
    }));
}

/** The URI of a document's field as a text document of its own. */
export const textUri = (
  { uri }: Pick<vscode.TextDocument, "uri">,
  ...segments: string[]
): vscode.Uri => toTextUri(uri, fromSegments(segments)!);

/** Opens a field as its CodeLens does. Resolves with the text document when it is active. */
export async function openText(
  document: vscode.TextDocument,
  ...segments: string[]
): Promise<vscode.TextDocument> {
  const id = "cms.document.editAsMarkdown";
  await vscode.commands.executeCommand(id, document.uri, segments.join("/"));
  const uri = textUri(document, ...segments).toString();
  const activeDocument = () => vscode.window.activeTextEditor?.document;
  await until(`${segments.join(".")} did not open`, () =>
    Promise.resolve(
      activeDocument()?.uri.toString() === uri && activeDocument()?.languageId === "markdown",
    ),
  );
  return activeDocument()!;
}
