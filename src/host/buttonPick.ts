import * as vscode from "vscode";
import type { Choice } from "./prompts.ts";

/** What was chosen, and the button on it, where that was pressed. */
interface Pressed<T> {
  readonly value: T;
  readonly button: vscode.QuickInputButton | undefined;
}

/** One of some, or a button on one; throws CancellationError when given up. */
export async function chooseOrPress<T>(
  choices: readonly Choice<T>[],
  options: { readonly title: string; readonly placeholder: string },
): Promise<Pressed<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(pick, options);
  pick.items = choices;
  try {
    return await new Promise<Pressed<T>>((resolve, reject) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) resolve({ value: chosen.value, button: undefined });
      });
      pick.onDidTriggerItemButton(({ item, button }) => {
        resolve({ value: item.value, button });
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
