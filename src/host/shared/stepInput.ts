import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { createInputBox, createQuickPick } from "../surfaces/inputs.ts";
import { connectionEnvironments } from "../../model/connect/connection.ts";
import type { ConnectionEnvironment } from "../../model/connect/connection.ts";
import type { Failure } from "../../model/failure.ts";
import { done, type Outcome } from "../../model/foundation/outcome.ts";
import { isCancelled } from "./commandFailure.ts";
import { technicalDetails } from "../../texts/shared/serviceErrorWords.ts";
import { environmentWord } from "../../texts/connect/environmentWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
  /** Choices after one another with the same heading are a group. */
  readonly heading?: string;
}

export const separator = (label = ""): vscode.QuickPickItem => ({
  kind: vscode.QuickPickItemKind.Separator,
  label,
});

/** The choices, each group below its heading. */
export const withHeadings = <T>(
  choices: readonly Choice<T>[],
): readonly (Choice<T> | vscode.QuickPickItem)[] =>
  choices.flatMap((choice, at) =>
    choice.heading === choices[at - 1]?.heading ? choice : [separator(choice.heading), choice],
  );

export interface StepPosition {
  readonly title: string;
  /** The first one is 1. */
  readonly step?: number;
  readonly totalSteps?: number;
  readonly hasBack?: boolean;
}

/** Asks one question and stores the answer, which is offered when the user returns. */
export type PromptStep = (at: StepPosition) => Promise<void>;

class WentBack extends Error {
  override readonly name = "WentBack";
}

/**
 * Runs the steps of a multi-step input in order. Earlier answers may change the steps, so
 * `stepsNow` is called before each step. Throws CancellationError if the user cancels.
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
    try {
      await step(at);
      index += 1;
    } catch (error) {
      if (!(error instanceof WentBack) || !at.hasBack) throw error;
      index -= 1;
    }
  }
}

const newDialog = () => ({
  /** The valid answers. Answers that the user went back over are asked for again. */
  answers: [] as readonly unknown[],
  /** The last answer to each question, which the question offers when it is asked again. */
  formerAnswers: new Map<string, unknown>(),
  questionIndex: 0,
});

const dialogs = new AsyncLocalStorage<ReturnType<typeof newDialog>>();

/**
 * Gives each question of a dialog a step and a Back button. Back runs `dialog` from its start and
 * answers the earlier questions as before. So until its last question, `dialog` must have no effect
 * that can't be repeated. Throws CancellationError if the user cancels.
 */
export async function withBack<T>(dialog: () => Promise<T>): Promise<T> {
  if (dialogs.getStore()) return dialog();
  const state = newDialog();
  for (;;) {
    try {
      state.questionIndex = 0;
      return await dialogs.run(state, dialog);
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
      state.answers = state.answers.slice(0, -1);
    }
  }
}

/**
 * Asks one question, as a step of its dialog, if any. `show` receives the previous answer if the
 * user returns to the question.
 */
export async function question<T>(
  title: string,
  show: (at: StepPosition, former: T | undefined) => Promise<T>,
): Promise<T> {
  const dialog = dialogs.getStore();
  if (!dialog) return show({ title }, undefined);
  const { answers, formerAnswers, questionIndex } = dialog;
  dialog.questionIndex += 1;
  // As long as the earlier answers are the same, the questions have the same order.
  if (questionIndex < answers.length) return answers[questionIndex] as T;
  const step = questionIndex + 1;
  const key = `${step} ${title}`;
  // The first question may be the only one, which "(1)" would say nothing about.
  const position = questionIndex > 0 ? { step, hasBack: true } : {};
  const answer = await show({ title, ...position }, formerAnswers.get(key) as T | undefined);
  formerAnswers.set(key, answer);
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

/**
 * Shows an input with the title, the step and the Back button of a question, until `follow` has an
 * answer. Throws WentBack or CancellationError.
 */
export async function answerIn<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, hasBack }: StepPosition,
  follow: (resolve: (answer: T) => void, reject: (why: unknown) => void) => void,
): Promise<T> {
  try {
    return await new Promise<T>((resolve, reject) => {
      Object.assign(input, { title, step, totalSteps, ignoreFocusOut: true });
      input.buttons = hasBack ? [vscode.QuickInputButtons.Back] : [];
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) reject(new WentBack());
      });
      input.onDidHide(() => reject(new vscode.CancellationError()));
      follow(resolve, reject);
      input.show();
    });
  } finally {
    input.dispose();
  }
}

export interface LineOptions {
  readonly prompt?: string | undefined;
  readonly placeholder?: string;
  /** The initial text of the input box: the previous answer or a suggestion. */
  readonly value?: string | undefined;
  readonly password?: boolean;
  /** Shown as an error from the start: why the question is asked again. */
  readonly refusal?: string | undefined;
  readonly buttons?: readonly ActionButton[];
  /** Returns why a text is invalid; undefined if it is valid. */
  readonly validateInput?: (text: string) => Promise<string | undefined> | string | undefined;
  /** Suggests a text for an input box that is still empty. The input box doesn't wait for it. */
  readonly offer?: (
    signal: AbortSignal,
  ) => Promise<{ readonly value: string; readonly prompt: string } | undefined>;
}

interface InputOptions<T> extends LineOptions {
  /** Tries the entered text. If this fails, the input box stays open and shows the reason. */
  readonly attempt: (text: string, signal: AbortSignal) => Promise<Outcome<T, Failure>>;
  /** Returns the message of a failure if it differs from the usual message. */
  readonly wordsOf?: ((failure: Failure) => string | undefined) | undefined;
}

/** Asks for a line of text until `attempt` succeeds. Throws WentBack or CancellationError. */
export const askInput = <T>(at: StepPosition, options: InputOptions<T>): Promise<T> =>
  new InputStep(options).answer(at);

/** Throws WentBack or CancellationError. */
export const askLine = (at: StepPosition, options: LineOptions): Promise<string> =>
  askInput(at, { ...options, attempt: (text) => Promise.resolve(done(text)) });

class InputStep<T> {
  readonly #options: InputOptions<T>;
  readonly #input = createInputBox();
  readonly #leaving = new AbortController();
  readonly #actions = new Map<vscode.QuickInputButton, () => unknown>();
  #trying: AbortController | undefined;

  constructor(options: InputOptions<T>) {
    this.#options = options;
  }

  async answer(at: StepPosition): Promise<T> {
    const { buttons = [], offer, value = "", refusal, ...options } = this.#options;
    const { prompt, placeholder, password } = options;
    const input = this.#input;
    try {
      return await answerIn<T>(input, at, (resolve, reject) => {
        Object.assign(input, { prompt, placeholder, value, password });
        for (const button of buttons) this.#addButton(button);
        if (refusal !== undefined) this.#refuse(refusal);
        input.onDidTriggerButton((button) => this.#actions.get(button)?.());
        input.onDidChangeValue(() => {
          this.#trying?.abort();
          this.#trying = undefined;
          input.busy = false;
          this.#validate().catch(reject);
        });
        input.onDidAccept(() => {
          this.#accept(resolve).catch(reject);
        });
        offer?.(this.#leaving.signal).then((offered) => {
          if (!offered || this.#leaving.signal.aborted || input.value !== "") return;
          Object.assign(input, { ...offered, valueSelection: [0, offered.value.length] });
        }, reject);
      });
    } finally {
      this.#leaving.abort();
      this.#trying?.abort();
    }
  }

  /** Whether the text is valid. Shows the reason if it isn't, unless the text has changed since. */
  async #validate(): Promise<boolean> {
    const { value } = this.#input;
    const complaint = await this.#options.validateInput?.(value);
    if (this.#input.value !== value) return false;
    this.#input.validationMessage = complaint;
    return complaint === undefined;
  }

  /** Answers with the result of the text. Without a result, the question stays open. */
  async #accept(resolve: (answer: T) => void): Promise<void> {
    if (!(await this.#validate())) return;
    // Enter again while the text is tried has no effect.
    if (this.#trying) return;
    const trying = new AbortController();
    this.#trying = trying;
    this.#input.busy = true;
    const [failure, value] = await this.#options
      .attempt(this.#input.value, trying.signal)
      .finally(() => {
        if (this.#trying !== trying) return;
        this.#trying = undefined;
        this.#input.busy = false;
      });
    if (trying.signal.aborted) return;
    if (!failure) resolve(value);
    if (!failure || isCancelled(failure)) return;
    const words = this.#options.wordsOf?.(failure) ?? describe(failure);
    this.#refuse(words);
    const details = technicalDetails(failure);
    if (details === undefined) return;
    this.#addButton({
      icon: "info",
      tooltip: vscode.l10n.t("Details"),
      run: () => this.#refuse(`${words} (${details})`),
    });
  }

  /** Shows the reason. The text stays selected, so typing replaces it. */
  #refuse(words: string): void {
    this.#input.validationMessage = words;
    this.#input.valueSelection = [0, this.#input.value.length];
  }

  /** Replaces a button with the same tooltip. */
  #addButton({ icon, tooltip, run }: ActionButton): void {
    const button = { iconPath: new vscode.ThemeIcon(icon), tooltip };
    const others = this.#input.buttons.filter((other) => other.tooltip !== tooltip);
    this.#input.buttons = [...others, button];
    this.#actions.set(button, run);
  }
}

export interface PickQuestion<T> {
  readonly choices: readonly Choice<T>[];
  readonly value?: T | undefined;
  readonly placeholder?: string | undefined;
  readonly matchOnDescription?: boolean;
}

/** Asks for a choice, or for a button of one. Throws WentBack or CancellationError. */
export function askPickOrButton<T>(
  at: StepPosition,
  { choices, placeholder, value, matchOnDescription = false }: PickQuestion<T>,
): Promise<{ readonly value: T; readonly button?: vscode.QuickInputButton }> {
  const pick = createQuickPick<Choice<T>>();
  return answerIn(pick, at, (resolve) => {
    Object.assign(pick, { placeholder, matchOnDescription, items: withHeadings(choices) });
    const isFormer = (choice: Choice<T>) =>
      value !== undefined && isDeepStrictEqual(choice.value, value);
    const former = choices.find(isFormer);
    if (former) pick.activeItems = [former];
    pick.onDidAccept(() => {
      const [choice] = pick.selectedItems;
      if (choice) resolve({ value: choice.value });
    });
    pick.onDidTriggerItemButton(({ item, button }) => resolve({ value: item.value, button }));
  });
}

/** Throws WentBack or CancellationError. */
export const askPick = async <T>(at: StepPosition, options: PickQuestion<T>): Promise<T> =>
  (await askPickOrButton(at, options)).value;

/** Throws WentBack or CancellationError. */
export function askEnvironment(
  at: StepPosition,
  value: ConnectionEnvironment | undefined,
): Promise<ConnectionEnvironment> {
  const details: Record<ConnectionEnvironment, string> = {
    development: vscode.l10n.t("Only you and your team see this content"),
    staging: vscode.l10n.t("Others review this content before it is published"),
    production: vscode.l10n.t("Locked. Content is read-only until you unlock the connection"),
  };
  const choices = connectionEnvironments.map((environment) => ({
    label: environmentWord(environment),
    detail: details[environment],
    value: environment,
  }));
  return askPick(at, { choices, placeholder: vscode.l10n.t("Environment"), value });
}
