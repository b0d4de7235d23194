import * as vscode from "vscode";
import { withRemarks } from "../../texts/shared/nameList.ts";
import { plainLines, plainText, withIcon } from "./plainText.ts";

/** Returns the selected button; undefined once the user closes it. */
type ShowMessage = <Button extends string>(
  message: string,
  ...buttons: readonly Button[]
) => Thenable<Button | undefined>;

const notification =
  (show: "showInformationMessage" | "showWarningMessage" | "showErrorMessage"): ShowMessage =>
  (message, ...buttons) =>
    askWithButtons(buttons, (...titles) => vscode.window[show](plainText(message), ...titles));

export const showInformation = notification("showInformationMessage");
export const showWarning = notification("showWarningMessage");
export const showError = notification("showErrorMessage");

/** The text below the question of a modal dialog: one line, or several. */
export type Detail = string | readonly string[];

/**
 * Shows a modal dialog. Returns undefined if the user closes it. `closeLabel`: the label of the
 * button that closes it, instead of Cancel.
 */
export function showModal<Answer extends string>(
  question: string,
  detail: Detail,
  answers: readonly Answer[],
  closeLabel?: string,
): Thenable<Answer | undefined> {
  const message = plainText(question);
  const options = { modal: true, detail: plainLines([detail].flat()) };
  return askWithButtons(answers, async (...titles) => {
    if (closeLabel === undefined)
      return vscode.window.showWarningMessage(message, options, ...titles);
    const close = { title: plainText(closeLabel), isCloseAffordance: true };
    const items = [...titles.map((title) => ({ title })), close];
    return (await vscode.window.showWarningMessage(message, options, ...items))?.title;
  });
}

export async function agrees(question: string, detail: Detail, action: string): Promise<boolean> {
  return (await showModal(question, detail, [action])) === action;
}

function askWithButtons<Answer extends string>(
  answers: readonly Answer[],
  ask: (...titles: string[]) => Thenable<string | undefined>,
): Thenable<Answer | undefined> {
  const titles = answers.map(plainText);
  return ask(...titles).then((title) => answers.find((_, at) => titles[at] === title));
}

/** Shows a notification without buttons, and does not wait. */
export const tell = (message: string): void => void showInformation(message);

/**
 * Shows in the status bar that an action is done, for 5 seconds. With remarks about its result, or a
 * command that takes it back, shows a notification instead. The message has no period at its end.
 */
export function tellDone(
  message: string,
  remarks: readonly string[] = [],
  undo?: vscode.Command,
): void {
  const show = remarks.length > 0 ? showWarning : showInformation;
  if (undo) {
    const { title, command } = undo;
    const args: readonly unknown[] = undo.arguments ?? [];
    void show(withRemarks(message, remarks), title).then((answer) => {
      if (answer !== undefined) void vscode.commands.executeCommand(command, ...args);
    });
  } else if (remarks.length > 0) void show(withRemarks(message, remarks));
  else vscode.window.setStatusBarMessage(withIcon("check", message), 5000);
}

/** Shows in the status bar what was copied to the clipboard, for 3 seconds. */
export function tellCopied(message: string): void {
  vscode.window.setStatusBarMessage(plainText(message), 3000);
}

export const showProgress = <T>(
  { title = "", ...options }: vscode.ProgressOptions,
  task: (report: (step: string) => void, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> =>
  vscode.window.withProgress({ ...options, title: plainText(title) }, (progress, token) =>
    task((step) => progress.report({ message: plainText(step) }), token),
  );

export async function showDiff(
  left: vscode.Uri,
  right: vscode.Uri,
  title: string,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", left, right, plainText(title), options);
}

/** A text of each side in a multi-diff editor; undefined if the side has none. */
export type DiffSides = readonly [
  label: vscode.Uri,
  left: vscode.Uri | undefined,
  right: vscode.Uri | undefined,
];

export async function showDifferences(
  title: string,
  differences: readonly DiffSides[],
): Promise<void> {
  await vscode.commands.executeCommand("vscode.changes", plainText(title), differences);
}

export const showOpenDialog = ({
  title = "",
  ...options
}: vscode.OpenDialogOptions): Thenable<vscode.Uri[] | undefined> =>
  vscode.window.showOpenDialog({ ...options, title: plainText(title) });

export const showSaveDialog = (
  options: Omit<vscode.SaveDialogOptions, "title">,
): Thenable<vscode.Uri | undefined> => vscode.window.showSaveDialog(options);
