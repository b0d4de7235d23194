import * as vscode from "vscode";

/** Rows a page; the service grants 100 at most unless it is told otherwise. */
export const pageSize = (): number =>
  vscode.workspace.getConfiguration("cms").get<number>("pageSize", 25);
