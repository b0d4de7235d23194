import * as vscode from "vscode";

/** The links in a document: the marked text and the target. */
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

/** The warnings about relations in a document. */
export const warnings = ({ uri }: vscode.TextDocument) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, severity }) => source === "CMS" && severity === vscode.DiagnosticSeverity.Warning,
    );

export const marked = (document: vscode.TextDocument): Promise<string[]> =>
  Promise.resolve(warnings(document).map(({ range }) => document.getText(range)));
