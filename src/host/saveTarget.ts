import { homedir } from "node:os";
import * as vscode from "vscode";
import { untitled } from "./words/words.ts";

/** A file's name: what it is called, which may have any sign in it, and its ending such as `json`. */
interface Name {
  readonly title: string;
  readonly ending: string;
}

/** Where file dialogs begin: the workspace, else the home folder. */
export const startFolder = (): vscode.Uri =>
  vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());

/** Where a file is to be saved, the workspace to begin with; undefined when the person gives up. */
export function askSaveTarget(
  { title, ending }: Name,
  options: Omit<vscode.SaveDialogOptions, "defaultUri">,
): Thenable<vscode.Uri | undefined> {
  const folder = startFolder();
  const name = `${title.replace(/[/\\:*?"<>|]/g, " ").trim() || untitled()}.${ending}`;
  return vscode.window.showSaveDialog({
    ...options,
    defaultUri: vscode.Uri.joinPath(folder, name),
  });
}
