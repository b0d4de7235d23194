import * as vscode from "vscode";

/** An open notification. */
interface Notification {
  readonly severity: "error" | "warning";
  readonly words: string;
  readonly buttons: readonly string[];
  /** Presses a button. Without a button, it closes the notification. */
  answer(button?: string): void;
}

/**
 * Gives the tests of a describe() the open error notifications, and warnings if they name them. VS Code doesn't report
 * which ones are open, so the tests replace the functions that show them.
 */
export function useShownFailures(
  ...replaced: readonly ("showErrorMessage" | "showWarningMessage")[]
): Notification[] {
  const { showErrorMessage, showWarningMessage } = vscode.window;
  const names = replaced.length > 0 ? replaced : (["showErrorMessage"] as const);
  const notifications: Notification[] = [];

  const showAs =
    (severity: Notification["severity"]) =>
    (words: string, ...buttons: string[]) =>
      new Promise<string | undefined>((resolve) => {
        // VS Code closes a notification when the same text is shown again.
        const twin = notifications.findIndex((candidate) => candidate.words === words);
        const [before] = twin < 0 ? [] : notifications.splice(twin, 1);
        before?.answer();
        const notification: Notification = {
          severity,
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
    for (const name of names)
      Object.assign(vscode.window, {
        [name]: showAs(name === "showErrorMessage" ? "error" : "warning"),
      });
  });
  afterEach(() => {
    for (const notification of [...notifications]) notification.answer();
  });
  after(() => {
    Object.assign(vscode.window, { showErrorMessage, showWarningMessage });
  });
  return notifications;
}
