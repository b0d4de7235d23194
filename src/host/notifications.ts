import * as vscode from "vscode";
import { escapeLinks } from "../texts/words.ts";

/** Shows a notification without buttons. */
export const tell = (words: string): void =>
  void vscode.window.showInformationMessage(escapeLinks(words));

/** Shows in the status bar that an action is done, for 5 seconds. */
export function tellDone(words: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${words}`, 5000);
}

/** Shows in the status bar what was copied to the clipboard, for 3 seconds. */
export function tellCopied(words: string): void {
  vscode.window.setStatusBarMessage(words, 3000);
}
