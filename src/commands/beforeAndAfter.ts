import * as vscode from "vscode";
import { showDiff } from "../host/surfaces/messages.ts";
import type { Versions } from "../editor/versions.ts";
import { untitled } from "../texts/words.ts";
import type { BeforeAndAfter } from "../model/bulk/batch/batchAction.ts";

/** The texts before and after a change. */
interface ComparedContents {
  readonly title: string;
  /** The change that the texts show. */
  readonly change: string;
  /** Distinguishes it from others with the same title. */
  readonly key: string;
}

/** The button of an item that shows its planned change. */
export const sidesButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("diff"),
  tooltip: vscode.l10n.t("Show Before and After"),
});

/** Shows two texts side by side, behind the open prompt. */
export async function showSides(
  versions: Versions,
  { before, after }: BeforeAndAfter,
  compared: ComparedContents,
): Promise<void> {
  const { change, key } = compared;
  const title = compared.title || untitled();
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
