import * as vscode from "vscode";
import { setUpInput, question } from "./multiStep.ts";
import type { StepPosition, Choice } from "./multiStep.ts";

/** What was chosen, and the button on it, where that was pressed. */
interface PickedButton<T> {
  readonly value: T;
  readonly button: vscode.QuickInputButton | undefined;
}

/** One of some, or a button on one; throws CancellationError when given up. */
export const chooseOrPress = <T>(
  choices: readonly Choice<T>[],
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
): Promise<PickedButton<T>> =>
  question<PickedButton<T>>(title, (at) => chooseAt(at, { choices, placeholder }));

interface Asked<T> {
  readonly choices: readonly Choice<T>[];
  readonly placeholder: string;
}

async function chooseAt<T>(
  at: StepPosition,
  { choices, placeholder }: Asked<T>,
): Promise<PickedButton<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.placeholder = placeholder;
  pick.items = choices;
  try {
    return await new Promise<PickedButton<T>>((resolve, reject) => {
      setUpInput(pick, at, reject);
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) resolve({ value: chosen.value, button: undefined });
      });
      pick.onDidTriggerItemButton(({ item, button }) => {
        resolve({ value: item.value, button });
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
