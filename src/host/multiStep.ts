import * as vscode from "vscode";

/** Where a question stands: its title, and its step where it is one of several. */
export interface At {
  readonly title: string;
  /** The first one is 1. */
  readonly step?: number;
  readonly totalSteps?: number;
  /** Whether Back leads somewhere. */
  readonly hasBack?: boolean;
}

/** Asks one question and keeps the answer, which it offers again when the person comes back. */
export type Step = (at: At) => Promise<void>;

/** The person pressed Back. */
class WentBack extends Error {
  override readonly name = "WentBack";
}

/**
 * Asks the steps of a multi-step input one after the other. Which steps there are may depend on earlier answers:
 * `stepsNow` is asked before each step. Throws CancellationError when the person gives up.
 */
export async function runSteps(
  title: string,
  stepsNow: () => readonly Step[],
  first = 0,
): Promise<void> {
  for (let index = first; ;) {
    const steps = stepsNow();
    const step = steps[index];
    if (!step) return;
    const at = { title, step: index + 1, totalSteps: steps.length, hasBack: index > 0 };
    index += (await isAnswered(step, at)) ? 1 : -1;
  }
}

/** False where the person went back. */
async function isAnswered(step: Step, at: At): Promise<boolean> {
  try {
    await step(at);
    return true;
  } catch (error) {
    if (error instanceof WentBack && at.hasBack) return false;
    throw error;
  }
}

/** A button in the title bar of an input, which leaves the input open. */
export interface ActionButton {
  /** The id of a codicon. */
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => unknown;
}

type Input = vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;

/** Puts title, step and Back on an input, and tells when the person leaves it. */
export function place(input: Input, at: At, leave: (why: Error) => void): void {
  const { title, step, totalSteps, hasBack } = at;
  Object.assign(input, { title, step, totalSteps, ignoreFocusOut: true });
  input.buttons = hasBack ? [vscode.QuickInputButtons.Back] : [];
  input.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) leave(new WentBack());
  });
  input.onDidHide(() => {
    leave(new vscode.CancellationError());
  });
}
