import * as vscode from "vscode";
import { plainText } from "./plainText.ts";

/** Shows progress while a task runs. The task reports its steps. */
export const showProgress = <T>(
  { title = "", ...options }: vscode.ProgressOptions,
  task: (report: (step: string) => void, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> =>
  vscode.window.withProgress({ ...options, title: plainText(title) }, (progress, token) =>
    task((step) => {
      progress.report({ message: plainText(step) });
    }, token),
  );
