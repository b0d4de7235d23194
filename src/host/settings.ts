import * as vscode from "vscode";

/** Rows a page, from 1 to 100, which is the most that a service grants unless it is told otherwise. */
export function pageSize(): number {
  const asked = vscode.workspace.getConfiguration("cms").get<number>("pageSize", 25);
  return Math.min(100, Math.max(1, Math.round(asked) || 25));
}

/** Whether collections say how many documents they have before they are opened. */
export const showsCounts = (): boolean =>
  vscode.workspace.getConfiguration("cms").get("tree.counts", false);

/** Tells when the person has changed that. */
export const onDidChangeCounts = (listener: () => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("cms.tree")) listener();
  });
