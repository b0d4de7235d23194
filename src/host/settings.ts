import * as vscode from "vscode";

/** Rows a page, from 1 to 100, which is the most that a service grants unless it is told otherwise. */
export function pageSize(): number {
  const asked = vscode.workspace.getConfiguration("cms").get<number>("pageSize", 25);
  return Math.min(100, Math.max(1, Math.round(asked) || 25));
}
