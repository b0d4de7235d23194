import * as vscode from "vscode";
import type { State } from "../model/documents/snapshot/states.ts";
import { stateHeading } from "./words/headings.ts";

/** Told apart by shape as well as by colour; a file for what has no state. */
export function stateIcon(state: State | undefined): vscode.ThemeIcon {
  switch (state) {
    case "draft":
      return new vscode.ThemeIcon("circle-outline");
    case "published":
      return new vscode.ThemeIcon("pass-filled", new vscode.ThemeColor("charts.green"));
    case "modified":
      // The colours of charts are a dark brown or an olive green in some of VS Code's own themes.
      return new vscode.ThemeIcon(
        "record",
        new vscode.ThemeColor("notificationsWarningIcon.foreground"),
      );
    default:
      return new vscode.ThemeIcon("file");
  }
}

/** The same shapes in one character, for where there is no room for an icon. */
export const stateMarks: Readonly<Record<State, string>> = {
  draft: "○",
  published: "✓",
  modified: "◉",
};

/** The colour of what belongs to unlocked production; VS Code's themes for high contrast have it, too. */
export const unlockedColor = (): vscode.ThemeColor =>
  new vscode.ThemeColor("editorWarning.foreground");

/** Marks a tab or a row as one of unlocked production, beside the state of its document. */
export function unlockedMark(state?: State): vscode.FileDecoration {
  const words = vscode.l10n.t("Production, unlocked");
  const [mark, tooltip] = state
    ? [`${stateMarks[state]}!`, `${stateHeading(state)} · ${words}`]
    : ["!", words];
  return new vscode.FileDecoration(mark, tooltip, unlockedColor());
}
