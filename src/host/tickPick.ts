import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { errorMessage } from "./failed.ts";
import { setUpInput, question } from "./multiStep.ts";
import type { StepPosition, Choice } from "./multiStep.ts";
import { escapeLinks } from "./words/words.ts";

interface PickManyOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Hears which item's button was pressed. The box stays with what is ticked, also where this fails. */
  readonly onButton?: (value: T) => Promise<void>;
}

/**
 * Those of some that are left ticked, one at least; throws CancellationError when given up. All are ticked
 * at first but those with `picked: false`.
 */
export const pickMany = <T>(
  choices: readonly Choice<T>[],
  ticking: PickManyOptions<T>,
): Promise<readonly T[]> =>
  question<readonly T[]>(ticking.title, (at, former) => {
    const isTicked = ({ value, picked }: Choice<T>): boolean =>
      former ? former.some((one) => isDeepStrictEqual(one, value)) : picked !== false;
    return tickAt(at, { choices, isTicked }, ticking);
  });

interface Ticked<T> {
  readonly choices: readonly Choice<T>[];
  readonly isTicked: (choice: Choice<T>) => boolean;
}

async function tickAt<T>(
  at: StepPosition,
  { choices, isTicked }: Ticked<T>,
  { placeholder, onButton }: PickManyOptions<T>,
): Promise<readonly T[]> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(pick, { placeholder, canSelectMany: true });
  Object.assign(pick, { matchOnDescription: true, matchOnDetail: true });
  pick.items = choices;
  pick.selectedItems = choices.filter(isTicked);
  try {
    return await new Promise<readonly T[]>((resolve, reject) => {
      setUpInput(pick, at, reject);
      pick.onDidTriggerItemButton(({ item }) => {
        onButton?.(item.value).catch((error: unknown) => {
          void vscode.window.showErrorMessage(escapeLinks(errorMessage(error)));
        });
      });
      pick.onDidChangeSelection(({ length }) => {
        pick.placeholder = length > 0 ? placeholder : vscode.l10n.t("Select at least one");
      });
      pick.onDidAccept(() => {
        if (pick.selectedItems.length > 0) resolve(pick.selectedItems.map(({ value }) => value));
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
