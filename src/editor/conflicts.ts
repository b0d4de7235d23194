import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import type { Documents } from "../model/changes/saving/documents.ts";

/** Tells VS Code which editors have a conflict, so that they show the actions that resolve it. */
export function followConflicts(documents: Documents): vscode.Disposable {
  const tell = (): void => {
    const uris = vscode.workspace.textDocuments.flatMap(({ uri }) => {
      const address = fromUri(uri);
      return address && documents.conflict(address) ? [uri.toString()] : [];
    });
    void vscode.commands.executeCommand("setContext", "cms.conflicts", uris);
  };
  return vscode.Disposable.from(
    documents.onDidChangeEdit(tell),
    // The same document may be opened under another title.
    vscode.workspace.onDidOpenTextDocument(tell),
    vscode.workspace.onDidCloseTextDocument(tell),
  );
}
