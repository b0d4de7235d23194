import * as vscode from "vscode";

/** The links in a document, as VS Code has them: the text that is marked, and where it leads. */
export async function linksIn(document: vscode.TextDocument) {
  const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
    "vscode.executeLinkProvider",
    document.uri,
    100,
  );
  return links
    .filter(({ target }) => target?.scheme === "command")
    .map(({ range, target }) => ({ marked: document.getText(range), target: target! }));
}

/** The warnings at relations: the text that is marked, and the words. */
export const warnings = ({ uri }: vscode.TextDocument) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, severity }) => source === "CMS" && severity === vscode.DiagnosticSeverity.Warning,
    );

export const marked = (document: vscode.TextDocument): Promise<string[]> =>
  Promise.resolve(warnings(document).map(({ range }) => document.getText(range)));
