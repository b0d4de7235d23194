import * as vscode from "vscode";

const most = 5;

/** Names in a sentence, the first few of many. */
export function listed(names: readonly string[]): string {
  const named = names.slice(0, most).join(", ");
  const others = names.length - most;
  return others > 0 ? vscode.l10n.t("{0} and {1} more", named, others) : named;
}
