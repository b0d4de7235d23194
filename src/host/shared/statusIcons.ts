import * as vscode from "vscode";
import { fileMark, type Plain } from "../surfaces/editorTexts.ts";
import { stateHeading } from "../../texts/shared/headings.ts";
import type { State } from "../../model/content/publicationStatus.ts";

/**
 * The icon of a publication status. Icons differ in shape as well as in colour. A document without
 * a status gets a file icon.
 */
export function stateIcon(state: State | undefined): vscode.ThemeIcon {
  switch (state) {
    case "draft":
      return new vscode.ThemeIcon("circle-outline");
    case "published":
      return new vscode.ThemeIcon("pass-filled", new vscode.ThemeColor("charts.green"));
    case "modified":
      // In some of VS Code's own themes, the chart colours are a dark brown or an olive green.
      return new vscode.ThemeIcon(
        "record",
        new vscode.ThemeColor("notificationsWarningIcon.foreground"),
      );
    default:
      return new vscode.ThemeIcon("file");
  }
}

/** The same shapes as single characters, for use where no icon fits. */
export const stateMarks: Readonly<Record<State, string>> = {
  draft: "○",
  published: "✓",
  modified: "◉",
};

/** The colour for unlocked production. VS Code's high contrast themes define it too. */
export const unlockedColor = (): vscode.ThemeColor =>
  new vscode.ThemeColor("editorWarning.foreground");

export function unlockedMark(state?: State): Plain<vscode.FileDecoration> {
  const words = vscode.l10n.t("Production, unlocked");
  const [mark, tooltip] = state
    ? [`${stateMarks[state]}!`, `${stateHeading(state)} · ${words}`]
    : ["!", words];
  return fileMark(mark, tooltip, unlockedColor());
}
