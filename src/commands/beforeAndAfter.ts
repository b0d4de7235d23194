import * as vscode from "vscode";
import { showDiff } from "../host/surfaces/messages.ts";
import type { Versions } from "../editor/versions.ts";
import type { BeforeAndAfter } from "../model/bulk/batch/batchAction.ts";

/** The button of an item that shows its planned change. */
export const sidesButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("diff"),
  tooltip: vscode.l10n.t("Show Before and After"),
});

/**
 * Shows the texts before and after a change side by side, behind the open prompt. The key
 * distinguishes texts with the same title.
 */
export async function showSides(
  versions: Versions,
  { before, after }: BeforeAndAfter,
  title: string,
  change: string,
  key: string,
): Promise<void> {
  const [left, right] = [
    versions.show(
      vscode.l10n.t("{document} (before)", { document: title }),
      before,
      `before ${key}`,
    ),
    versions.show(vscode.l10n.t("{document} (after)", { document: title }), after, `after ${key}`),
  ];
  const options = { preview: true, preserveFocus: true };
  await showDiff(left, right, `${title}: ${change}`, options);
}
