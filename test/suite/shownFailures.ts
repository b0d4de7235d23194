import * as vscode from "vscode";

/** An open notification. */
interface Notification {
  readonly words: string;
  readonly buttons: readonly string[];
  /** Presses a button. Without a button, it closes the notification. */
  answer(button?: string): void;
}

/**
 * Gives the tests of a describe() the open error notifications. VS Code doesn't report which ones are open, so the
 * tests replace the function that shows them.
 */
export function useShownFailures(): Notification[] {
  const { showErrorMessage } = vscode.window;
  const shown: Notification[] = [];

  const show = (words: string, ...buttons: string[]) =>
    new Promise<string | undefined>((resolve) => {
      // VS Code closes a notification when the same text is shown again.
      const twin = shown.findIndex((one) => one.words === words);
      const [before] = twin < 0 ? [] : shown.splice(twin, 1);
      before?.answer();
      const notification: Notification = {
        words,
        buttons,
        answer: (button) => {
          if (shown.includes(notification)) shown.splice(shown.indexOf(notification), 1);
          resolve(button);
        },
      };
      shown.push(notification);
    });

  before(() => {
    Object.assign(vscode.window, { showErrorMessage: show });
  });
  afterEach(() => {
    for (const one of [...shown]) one.answer();
  });
  after(() => {
    Object.assign(vscode.window, { showErrorMessage });
  });
  return shown;
}
