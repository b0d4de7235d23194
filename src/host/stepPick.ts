import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { connectionEnvironments } from "../model/connections/connection.ts";
import type { ConnectionEnvironment } from "../model/connections/connection.ts";
import { setUpInput } from "./multiStep.ts";
import type { StepPosition, Choice } from "./multiStep.ts";
import { environmentWord } from "./words/roleWords.ts";

interface PickOptions<T> {
  readonly choices: readonly Choice<T>[];
  readonly placeholder?: string;
  /** The answer of last time, which is active at first. */
  readonly value?: T | undefined;
  readonly matchOnDescription?: boolean;
}

/** One of some; throws WentBack or CancellationError. */
export async function askPick<T>(at: StepPosition, asked: PickOptions<T>): Promise<T> {
  const { choices, placeholder, value, matchOnDescription = false } = asked;
  const pick = vscode.window.createQuickPick<Choice<T>>();
  try {
    return await new Promise<T>((resolve, reject) => {
      setUpInput(pick, at, reject);
      pick.placeholder = placeholder;
      pick.matchOnDescription = matchOnDescription;
      pick.items = choices;
      const isFormer = (choice: Choice<T>) =>
        value !== undefined && isDeepStrictEqual(choice.value, value);
      const former = choices.find(isFormer);
      if (former) pick.activeItems = [former];
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) resolve(chosen.value);
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** The environment of a connection; throws WentBack or CancellationError. */
export function askEnvironment(
  at: StepPosition,
  value: ConnectionEnvironment | undefined,
): Promise<ConnectionEnvironment> {
  const details: Record<ConnectionEnvironment, string> = {
    development: vscode.l10n.t("Only you and your team see this content"),
    staging: vscode.l10n.t("Others review this content before it goes live"),
    production: vscode.l10n.t("Locked: nothing is written until you unlock it"),
  };
  const choices = connectionEnvironments.map((environment) => ({
    label: environmentWord(environment),
    detail: details[environment],
    value: environment,
  }));
  return askPick(at, { choices, placeholder: vscode.l10n.t("Environment"), value });
}
