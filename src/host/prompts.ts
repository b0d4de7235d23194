import * as vscode from "vscode";
import { startFolder } from "./saveTarget.ts";
import { followTyping } from "./typing.ts";
import type { Following } from "./typing.ts";

/** A line of text; throws CancellationError when the person gives up. */
export async function ask(options: vscode.InputBoxOptions): Promise<string> {
  const text = await vscode.window.showInputBox({ ignoreFocusOut: true, ...options });
  if (text === undefined) throw new vscode.CancellationError();
  return text;
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** One of some; the only one there is without asking. Throws CancellationError when given up. */
export async function choose<T>(
  choices: readonly Choice<T>[],
  options: vscode.QuickPickOptions,
): Promise<T> {
  const [only, ...others] = choices;
  if (only && others.length === 0) return only.value;
  const chosen = await vscode.window.showQuickPick(choices, options);
  if (!chosen) throw new vscode.CancellationError();
  return chosen.value;
}

/** A modal question: whether the person agrees. */
export async function agrees(question: string, detail: string, action: string): Promise<boolean> {
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(question, options, action)) === action;
}

/** A modal question; throws CancellationError unless the person agrees. */
export async function confirm(question: string, detail: string, action: string): Promise<void> {
  if (!(await agrees(question, detail, action))) throw new vscode.CancellationError();
}

/** A modal question with several answers; throws CancellationError when given up. */
export async function decide<T extends string>(
  question: string,
  detail: string,
  answers: readonly T[],
): Promise<T> {
  const options = { modal: true, detail };
  const answer = await vscode.window.showWarningMessage<string>(question, options, ...answers);
  const decided = answers.find((one) => one === answer);
  if (decided === undefined) throw new vscode.CancellationError();
  return decided;
}

/** The path of a file of certificates to trust; undefined when the person gives up. */
export async function askCertificate(name: string): Promise<string | undefined> {
  const title = vscode.l10n.t("Certificate File for {0}", name);
  const openLabel = vscode.l10n.t("Trust");
  const options = { title, openLabel, defaultUri: startFolder() };
  const [file] = (await vscode.window.showOpenDialog(options)) ?? [];
  return file?.fsPath;
}

/** A choice that is searched for while typing; throws CancellationError when given up. */
export async function search<T>(
  options: { readonly title: string; readonly placeholder: string },
  find: (text: string) => Promise<readonly Choice<T>[]>,
): Promise<T> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(pick, options);
  let typing: Following | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) resolve(chosen.value);
      });
      pick.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      pick.show();
      typing = followTyping(
        pick,
        async (text, { show }) => {
          show(await find(text));
        },
        reject,
      );
    });
  } finally {
    typing?.dispose();
    pick.dispose();
  }
}
