import * as vscode from "vscode";
import { addressIn } from "../files/shared/documentUri.ts";
import { together, type Owner } from "./ownership.ts";

/** Whether a document of the extension, or one of its prose texts, is open. */
export const isOpen = (): boolean =>
  vscode.workspace.textDocuments.some(({ uri }) => addressIn(uri) !== undefined);

/**
 * Opens resources with the extension's first document and disposes them with the last one. Typing
 * in other files then runs none of their code. Only the opening of documents is always observed; a
 * document can be edited without a tab.
 */
export function whileOpen(open: (own: Owner) => void): vscode.Disposable {
  let opened: vscode.Disposable | undefined;
  const end = (): void => {
    opened?.dispose();
    opened = undefined;
  };
  const opening = (): vscode.Disposable => {
    const [, resources] = together(open);
    // This listener runs last: by then the others have handled the document.
    return vscode.Disposable.from(resources, vscode.workspace.onDidCloseTextDocument(follow));
  };
  const follow = (): void => {
    if (!isOpen()) end();
    else opened ??= opening();
  };
  follow();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(follow),
    new vscode.Disposable(end),
  );
}
