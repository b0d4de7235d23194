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
  const notifications: Notification[] = [];

  const show = (words: string, ...buttons: string[]) =>
    new Promise<string | undefined>((resolve) => {
      // VS Code closes a notification when the same text is shown again.
      const twin = notifications.findIndex((candidate) => candidate.words === words);
      const [before] = twin < 0 ? [] : notifications.splice(twin, 1);
      before?.answer();
      const notification: Notification = {
        words,
        buttons,
        answer: (button) => {
          if (notifications.includes(notification))
            notifications.splice(notifications.indexOf(notification), 1);
          resolve(button);
        },
      };
      notifications.push(notification);
    });

  before(() => {
    Object.assign(vscode.window, { showErrorMessage: show });
  });
  afterEach(() => {
    for (const notification of [...notifications]) notification.answer();
  });
  after(() => {
    Object.assign(vscode.window, { showErrorMessage });
  });
  return notifications;
}
