import * as vscode from "vscode";

/** A modal dialog that the extension has shown. */
export interface Question {
  readonly words: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

interface Questions {
  /** The questions since the test began. */
  readonly history: readonly Question[];
  /** Sets the buttons that the user presses, one for each question. Further questions are cancelled. */
  answer(...buttons: readonly string[]): void;
  /** Sets an action that runs while a question is open. */
  meanwhile(happening: () => Promise<unknown>): void;
}

type Item = string | vscode.MessageItem;

const titleOf = (item: Item): string => (typeof item === "string" ? item : item.title);

/** Answers the modal warnings in the tests of a describe(). VS Code shows no modal dialog during tests. */
export function useQuestions(): Questions {
  const history: Question[] = [];
  const answers: string[] = [];
  let happening: (() => Promise<unknown>) | undefined;
  const { showWarningMessage } = vscode.window;

  const answered = async (
    words: string,
    options?: vscode.MessageOptions,
    ...items: readonly Item[]
  ): Promise<Item | undefined> => {
    if (options?.modal !== true) return undefined;
    history.push({ words, detail: options.detail ?? "", buttons: items.map(titleOf) });
    await happening?.();
    const button = answers.shift();
    return items.find((item) => titleOf(item) === button);
  };

  before(() => {
    Object.assign(vscode.window, { showWarningMessage: answered });
  });
  beforeEach(() => {
    history.length = 0;
    answers.length = 0;
    happening = undefined;
  });
  after(() => {
    Object.assign(vscode.window, { showWarningMessage });
  });

  return {
    history,
    answer: (...buttons) => {
      answers.push(...buttons);
    },
    meanwhile: (step) => {
      happening = step;
    },
  };
}
