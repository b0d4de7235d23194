import * as vscode from "vscode";
import { addressIn } from "../files/textUri.ts";
import { together } from "./own.ts";
import type { Owner } from "./own.ts";

/** Whether a document of ours is open, or a text of one. */
export const isOpen = (): boolean =>
  vscode.workspace.textDocuments.some(({ uri }) => addressIn(uri) !== undefined);

/**
 * Opens something with the first of our documents and ends it with the last one: what is typed elsewhere wakes
 * nobody. That a document was opened is all that is always heard; it may be edited without a tab.
 */
export function whileOpen(open: (own: Owner) => void): vscode.Disposable {
  let opened: vscode.Disposable | undefined;
  const end = (): void => {
    opened?.dispose();
    opened = undefined;
  };
  const opening = (): vscode.Disposable => {
    const [, things] = together(open);
    // The last to hear of it: the others have done what is to be done with the document by then.
    return vscode.Disposable.from(things, vscode.workspace.onDidCloseTextDocument(follow));
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
