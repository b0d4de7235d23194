import * as vscode from "vscode";

/** Tells VS Code that this has been done once: the walkthrough's step is done with it. */
export const reached = (milestone: "browsed" | "saved" | "published" | "found"): void =>
  void vscode.commands.executeCommand("setContext", `cms.${milestone}`, true);
