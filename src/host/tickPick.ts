import * as vscode from "vscode";
import { whyFailed } from "./failed.ts";
import type { Choice } from "./prompts.ts";
import { plain } from "./words/words.ts";

interface Ticking<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Hears which item's button was pressed. The box stays with what is ticked, also where this fails. */
  readonly onButton?: (value: T) => Promise<void>;
}

/**
 * Those of some that are left ticked, one at least; throws CancellationError when given up. All are ticked
 * at first but those with `picked: false`.
 */
export async function tick<T>(
  choices: readonly Choice<T>[],
  { title, placeholder, onButton }: Ticking<T>,
): Promise<readonly T[]> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  // Whoever looks at an item in an editor comes back to the list.
  Object.assign(pick, { title, placeholder, canSelectMany: true, ignoreFocusOut: true });
  Object.assign(pick, { matchOnDescription: true, matchOnDetail: true });
  pick.items = choices;
  pick.selectedItems = choices.filter(({ picked }) => picked !== false);
  try {
    return await new Promise<readonly T[]>((resolve, reject) => {
      pick.onDidTriggerItemButton(({ item }) => {
        onButton?.(item.value).catch((error: unknown) => {
          void vscode.window.showErrorMessage(plain(whyFailed(error)));
        });
      });
      pick.onDidChangeSelection(({ length }) => {
        pick.placeholder = length > 0 ? placeholder : vscode.l10n.t("Select at least one");
      });
      pick.onDidAccept(() => {
        if (pick.selectedItems.length > 0) resolve(pick.selectedItems.map(({ value }) => value));
      });
      pick.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
