import * as vscode from "vscode";

interface Warnings {
  /** The texts of all warning notifications since the test began. */
  readonly texts: readonly string[];
  /** Sets the buttons that the user presses, one for each notification. Further ones are closed. */
  answer(...buttons: readonly string[]): void;
}

/**
 * Reads the warning notifications in the tests of a describe() in place of the user. Call it after
 * useQuestions(), which answers the modal warnings.
 */
export function useWarnings(): Warnings {
  const texts: string[] = [];
  const answers: string[] = [];
  let showWarningMessage: unknown;

  before("read the warnings", () => {
    const shownBefore = vscode.window.showWarningMessage;
    showWarningMessage = shownBefore;
    const answered = (words: string, ...given: readonly unknown[]) => {
      const [options] = given;
      if (typeof options === "object") return shownBefore(words, ...(given as string[]));
      texts.push(words);
      const button = answers.shift();
      return Promise.resolve(given.find((item) => item === button));
    };
    Object.assign(vscode.window, { showWarningMessage: answered });
  });
  beforeEach("forget earlier warnings", () => {
    texts.length = 0;
    answers.length = 0;
  });
  after("leave the warnings to VS Code", () => {
    Object.assign(vscode.window, { showWarningMessage });
  });

  return {
    texts,
    answer: (...buttons) => {
      answers.push(...buttons);
    },
  };
}
