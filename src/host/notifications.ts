import * as vscode from "vscode";
import { escapeLinks } from "./words/words.ts";

/** Says something in a notification that asks nothing. */
export const tell = (words: string): void =>
  void vscode.window.showInformationMessage(escapeLinks(words));

/** Says in the status bar that something was done. */
export function tellDone(words: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${words}`, 5000);
}

/** Says in the status bar what is in the clipboard now. */
export function tellCopied(words: string): void {
  vscode.window.setStatusBarMessage(words, 3000);
}
