import { AsyncLocalStorage } from "node:async_hooks";
import * as vscode from "vscode";

/** An item of a quick pick that stands for a value. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Where a question stands: its title, and its step where it is one of several. */
export interface StepPosition {
  readonly title: string;
  /** The first one is 1. */
  readonly step?: number;
  readonly totalSteps?: number;
  /** Whether Back leads somewhere. */
  readonly hasBack?: boolean;
}

/** Asks one question and keeps the answer, which it offers again when the person comes back. */
export type PromptStep = (at: StepPosition) => Promise<void>;

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
  stepsNow: () => readonly PromptStep[],
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
async function isAnswered(step: PromptStep, at: StepPosition): Promise<boolean> {
  try {
    await step(at);
    return true;
  } catch (error) {
    if (error instanceof WentBack && at.hasBack) return false;
    throw error;
  }
}

/** The questions that a dialog has asked, and their answers. */
interface Dialog {
  /** The answers that still hold. Those that a person went back over are asked for again. */
  answers: readonly unknown[];
  /** The last answer to each question, which the question offers when it is asked again. */
  readonly former: Map<string, unknown>;
  asked: number;
}

const dialogs = new AsyncLocalStorage<Dialog>();

/**
 * Gives each question of a dialog a step and a Back button. Back runs `dialog` from its start again and answers the
 * earlier questions as before. So until its last question, `dialog` must do nothing that can't be done twice.
 * Throws CancellationError when the person gives up.
 */
export async function withBack<T>(dialog: () => Promise<T>): Promise<T> {
  if (dialogs.getStore()) return dialog();
  const state: Dialog = { answers: [], former: new Map(), asked: 0 };
  for (;;) {
    try {
      state.asked = 0;
      return await dialogs.run(state, dialog);
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
      state.answers = state.answers.slice(0, -1);
    }
  }
}

/**
 * Asks one question, as a step of the dialog that it belongs to, if any. `show` gets the answer of last time when the
 * person came back to the question.
 */
export async function question<T>(
  title: string,
  show: (at: StepPosition, former: T | undefined) => Promise<T>,
): Promise<T> {
  const dialog = dialogs.getStore();
  if (!dialog) return show({ title }, undefined);
  const { answers, former, asked } = dialog;
  dialog.asked += 1;
  // The same questions are asked in the same order as long as the answers before them are the same.
  if (asked < answers.length) return answers[asked] as T;
  const step = asked + 1;
  const key = `${step} ${title}`;
  const answer = await show({ title, step, hasBack: asked > 0 }, former.get(key) as T | undefined);
  former.set(key, answer);
  dialog.answers = [...answers, answer];
  return answer;
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
export function setUpInput(input: Input, at: StepPosition, leave: (why: Error) => void): void {
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
