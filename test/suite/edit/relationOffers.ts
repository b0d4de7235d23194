import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../../window/until.ts";
import { edit } from "../editors.ts";

/** The completion items at the `|` of a value that is set in the document. */
export async function offersAt(document: vscode.TextDocument, attribute: string, value: string) {
  const at = await mark(document, attribute, value);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    at,
  );
  return items.filter(({ kind }) => kind === vscode.CompletionItemKind.Reference);
}

/** Sets a value that is JSON except for its `|`, and returns the position of the `|`. */
export async function mark(document: vscode.TextDocument, attribute: string, value: string) {
  await edit(document, { [attribute]: "HERE" });
  const from = document.positionAt(document.getText().indexOf('"HERE"'));
  const change = new vscode.WorkspaceEdit();
  const range = new vscode.Range(from, from.translate(0, '"HERE"'.length));
  change.replace(document.uri, range, value.replace("|", ""));
  await until("The value was not taken", async () => vscode.workspace.applyEdit(change));
  return document.positionAt(document.offsetAt(from) + value.indexOf("|"));
}

export const titles = (items: readonly vscode.CompletionItem[]) =>
  items.map(({ label }) => (typeof label === "string" ? label : label.label));

/** Accepts a completion item as VS Code does, and returns the new text. */
export async function take(
  document: vscode.TextDocument,
  item: vscode.CompletionItem,
): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  const { range, insertText, additionalTextEdits = [] } = item;
  assert.ok(range instanceof vscode.Range && typeof insertText === "string");
  change.set(document.uri, [vscode.TextEdit.replace(range, insertText), ...additionalTextEdits]);
  await until("The offer was not taken", async () => vscode.workspace.applyEdit(change));
}
