import * as vscode from "vscode";

/** A modal dialog that the extension has shown. */
export interface Question {
  readonly words: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

interface Questions {
  /** Those that were asked since the test began. */
  readonly asked: readonly Question[];
  /** The buttons that the user presses, one for each question; a question beyond them is cancelled. */
  answer(...buttons: readonly string[]): void;
  /** What happens while a question is open. */
  meanwhile(happening: () => Promise<unknown>): void;
}

type Item = string | vscode.MessageItem;

const titleOf = (item: Item): string => (typeof item === "string" ? item : item.title);

/** Answers the modal warnings of a describe(): VS Code shows no modal dialog while tests run in it. */
export function useQuestions(): Questions {
  const asked: Question[] = [];
  const answers: string[] = [];
  let happening: (() => Promise<unknown>) | undefined;
  const { showWarningMessage } = vscode.window;

  const answered = async (
    words: string,
    options?: vscode.MessageOptions,
    ...items: readonly Item[]
  ): Promise<Item | undefined> => {
    if (options?.modal !== true) return undefined;
    asked.push({ words, detail: options.detail ?? "", buttons: items.map(titleOf) });
    await happening?.();
    const button = answers.shift();
    return items.find((item) => titleOf(item) === button);
  };

  before(() => {
    Object.assign(vscode.window, { showWarningMessage: answered });
  });
  beforeEach(() => {
    asked.length = 0;
    answers.length = 0;
    happening = undefined;
  });
  after(() => {
    Object.assign(vscode.window, { showWarningMessage });
  });

  return {
    asked,
    answer: (...buttons) => {
      answers.push(...buttons);
    },
    meanwhile: (step) => {
      happening = step;
    },
  };
}
