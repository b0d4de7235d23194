import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { connectionRoles } from "../model/connections/connection.ts";
import type { ConnectionRole } from "../model/connections/connection.ts";
import { place } from "./multiStep.ts";
import type { At, Choice } from "./multiStep.ts";
import { roleWord } from "./words/roleWords.ts";

interface Asked<T> {
  readonly choices: readonly Choice<T>[];
  readonly placeholder?: string;
  /** The answer of last time, which is active at first. */
  readonly value?: T | undefined;
  readonly matchOnDescription?: boolean;
}

/** One of some; throws WentBack or CancellationError. */
export async function askPick<T>(at: At, asked: Asked<T>): Promise<T> {
  const { choices, placeholder, value, matchOnDescription = false } = asked;
  const pick = vscode.window.createQuickPick<Choice<T>>();
  try {
    return await new Promise<T>((resolve, reject) => {
      place(pick, at, reject);
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
export function askRole(at: At, value: ConnectionRole | undefined): Promise<ConnectionRole> {
  const details: Record<ConnectionRole, string> = {
    development: vscode.l10n.t("Only you and your team see this content"),
    staging: vscode.l10n.t("Others review this content before it goes live"),
    production: vscode.l10n.t("Locked: nothing is written until you unlock it"),
  };
  const choices = connectionRoles.map((role) => ({
    label: roleWord(role),
    detail: details[role],
    value: role,
  }));
  return askPick(at, { choices, placeholder: vscode.l10n.t("Environment"), value });
}
