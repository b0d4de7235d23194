import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../window/until.ts";

/** The position behind the first occurrence of a text. */
function placeBehind(document: vscode.TextDocument, text: string): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, `There is no ${text} in ${document.getText()}`);
  return document.positionAt(at + text.length);
}

async function itemsAt(document: vscode.TextDocument, behind: string) {
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    placeBehind(document, behind),
  );
  return items;
}

const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === "string" ? label : label.label;

/**
 * The labels of the completion items behind a text, in alphabetical order. Words that VS Code collects from the text
 * are left out.
 */
export async function offeredAt(document: vscode.TextDocument, behind: string): Promise<string[]> {
  const items = await itemsAt(document, behind);
  return items
    .filter(({ kind }) => kind !== vscode.CompletionItemKind.Text)
    .map(labelOf)
    .sort();
}

interface Choice {
  readonly behind: string;
  readonly label: string;
}

/** Accepts a completion item, as Enter in the list does. */
export async function take(
  document: vscode.TextDocument,
  { behind, label }: Choice,
): Promise<void> {
  let item: vscode.CompletionItem | undefined;
  await until(`${label} is not offered`, async () => {
    item = (await itemsAt(document, behind)).find((offer) => labelOf(offer) === label);
    return item !== undefined;
  });
  const editor = vscode.window.activeTextEditor;
  assert.equal(editor?.document, document);
  const { range, insertText } = item!;
  const replaced = range instanceof vscode.Range ? range : range?.replacing;
  assert.ok(insertText instanceof vscode.SnippetString && replaced);
  await editor.insertSnippet(insertText, replaced);
}

/** The hovers over a text, one string for each part. */
export async function hoverOver(document: vscode.TextDocument, text: string): Promise<string[]> {
  const at = placeBehind(document, text).translate(0, -1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    at,
  );
  return hovers.flatMap(({ contents }) =>
    contents.map((content) => (content as vscode.MarkdownString).value.trim()),
  );
}
