import * as vscode from "vscode";

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

/** How long a person pauses before what was typed is searched for, in milliseconds. */
const pause = 250;

/** A choice that is searched for while typing; throws CancellationError when given up. */
export async function search<T>(
  options: { readonly title: string; readonly placeholder: string },
  find: (text: string) => Promise<readonly Choice<T>[]>,
): Promise<T> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(pick, options);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const start = (text: string) => void look(pick, text, find).catch(reject);
      pick.onDidChangeValue((text) => {
        // Enter takes what was found for this text, not for the one before.
        pick.items = [];
        pick.busy = true;
        clearTimeout(timer);
        timer = setTimeout(start, pause, text);
      });
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) resolve(chosen.value);
      });
      pick.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      pick.show();
      start("");
    });
  } finally {
    clearTimeout(timer);
    pick.dispose();
  }
}

async function look<T>(
  pick: vscode.QuickPick<Choice<T>>,
  text: string,
  find: (text: string) => Promise<readonly Choice<T>[]>,
): Promise<void> {
  pick.busy = true;
  const found = await find(text);
  if (text !== pick.value) return;
  // The service has searched: what it found is shown, whatever VS Code would filter out.
  pick.items = found.map((item) => ({ ...item, alwaysShow: true }));
  pick.busy = false;
}
