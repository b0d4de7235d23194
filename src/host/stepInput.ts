import * as vscode from "vscode";
import { done } from "../model/foundation/outcome.ts";
import type { Failure, Outcome } from "../model/foundation/outcome.ts";
import { isCancelled } from "./failed.ts";
import { setUpInput } from "./multiStep.ts";
import type { ActionButton, StepPosition } from "./multiStep.ts";
import { technicalDetails } from "./words/errorWords.ts";
import { describe } from "./words/words.ts";

interface LineOptions {
  readonly prompt?: string;
  readonly placeholder?: string;
  /** What the box begins with: the answer of last time, or a suggestion. */
  readonly value?: string | undefined;
  readonly password?: boolean;
  /** Shown as an error from the start: why the question is asked again. */
  readonly refusal?: string | undefined;
  readonly buttons?: readonly ActionButton[];
  /** Why a text can't be taken; undefined where it can. */
  readonly validateInput?: (text: string) => Promise<string | undefined> | string | undefined;
  /** Suggests a text for a box that is still empty; the box does not wait for it. */
  readonly offer?: (signal: AbortSignal) => Promise<Offer | undefined>;
}

interface InputOptions<T> extends LineOptions {
  /** Tries what was entered. The box stays open with the reason where this fails. */
  readonly attempt: (text: string, signal: AbortSignal) => Promise<Outcome<T>>;
  /** What is said of a failure, where that is not what is said of it elsewhere. */
  readonly wordsOf?: (failure: Failure) => string | undefined;
}

export interface Offer {
  readonly value: string;
  readonly prompt: string;
}

/** A line of text that was tried successfully; throws WentBack or CancellationError. */
export async function askInput<T>(at: StepPosition, asked: InputOptions<T>): Promise<T> {
  const step = new InputStep(at, asked);
  try {
    return await step.answer();
  } finally {
    step.dispose();
  }
}

/** A line of text; throws WentBack or CancellationError. */
export const askLine = (at: StepPosition, typing: LineOptions): Promise<string> =>
  askInput(at, { ...typing, attempt: (text) => Promise.resolve(done(text)) });

class InputStep<T> {
  readonly #at: StepPosition;
  readonly #asked: InputOptions<T>;
  readonly #input = vscode.window.createInputBox();
  readonly #leaving = new AbortController();
  readonly #actions = new Map<vscode.QuickInputButton, () => unknown>();
  #trying: AbortController | undefined;

  constructor(at: StepPosition, asked: InputOptions<T>) {
    this.#at = at;
    this.#asked = asked;
  }

  answer(): Promise<T> {
    const { buttons = [], offer, prompt, placeholder, value = "", password, refusal } = this.#asked;
    const input = this.#input;
    return new Promise<T>((resolve, reject) => {
      setUpInput(input, this.#at, reject);
      Object.assign(input, { prompt, placeholder, value, password });
      for (const button of buttons) this.#addButton(button);
      if (refusal !== undefined) this.#refuse(refusal);
      input.onDidTriggerButton((button) => this.#actions.get(button)?.());
      input.onDidChangeValue(() => {
        this.#stopTrying();
        this.#validate().catch(reject);
      });
      input.onDidAccept(() => {
        this.#accept().then((found) => {
          if (found) resolve(found.value);
        }, reject);
      });
      input.show();
      offer?.(this.#leaving.signal).then((offered) => {
        this.#suggest(offered);
      }, reject);
    });
  }

  dispose(): void {
    this.#leaving.abort();
    this.#trying?.abort();
    this.#input.dispose();
  }

  /** Whether the text can be taken. Shows why not, unless the text has changed since. */
  async #validate(): Promise<boolean> {
    const { value } = this.#input;
    const complaint = await this.#asked.validateInput?.(value);
    if (this.#input.value !== value) return false;
    this.#input.validationMessage = complaint;
    return complaint === undefined;
  }

  /** What came of the text; undefined where the question stays open. */
  async #accept(): Promise<{ readonly value: T } | undefined> {
    if (!(await this.#validate())) return undefined;
    // Enter again while the text is tried has no effect.
    if (this.#trying) return undefined;
    const trying = new AbortController();
    this.#trying = trying;
    this.#input.busy = true;
    const [failure, value] = await this.#asked
      .attempt(this.#input.value, trying.signal)
      .finally(() => {
        if (this.#trying !== trying) return;
        this.#trying = undefined;
        this.#input.busy = false;
      });
    if (!failure) return trying.signal.aborted ? undefined : { value };
    if (isCancelled(failure) || trying.signal.aborted) return undefined;
    this.#fail(failure);
    return undefined;
  }

  #stopTrying(): void {
    this.#trying?.abort();
    this.#trying = undefined;
    this.#input.busy = false;
  }

  #fail(failure: Failure): void {
    const words = this.#asked.wordsOf?.(failure) ?? describe(failure);
    this.#refuse(words);
    const details = technicalDetails(failure);
    if (details === undefined) return;
    const icon = "info";
    this.#addButton({
      icon,
      tooltip: vscode.l10n.t("Details"),
      run: () => {
        this.#refuse(`${words} (${details})`);
      },
    });
  }

  /** The text stays, and is replaced by what is typed next. */
  #refuse(words: string): void {
    this.#input.validationMessage = words;
    this.#input.valueSelection = [0, this.#input.value.length];
  }

  /** A second button with the same tooltip takes the place of the first. */
  #addButton({ icon, tooltip, run }: ActionButton): void {
    const button = { iconPath: new vscode.ThemeIcon(icon), tooltip };
    const others = this.#input.buttons.filter((one) => one.tooltip !== tooltip);
    this.#input.buttons = [...others, button];
    this.#actions.set(button, run);
  }

  #suggest(offered: Offer | undefined): void {
    const input = this.#input;
    if (!offered || this.#leaving.signal.aborted || input.value !== "") return;
    Object.assign(input, { ...offered, valueSelection: [0, offered.value.length] });
  }
}
