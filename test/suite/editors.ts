import * as vscode from "vscode";
import { fromUri } from "../../src/files/shared/documentUri.ts";
import { keyOf } from "../../src/model/foundation/address.ts";
import type { Address } from "../../src/model/foundation/address.ts";
import type { Json, JsonObject } from "../../src/model/foundation/json.ts";
import { until, untilEqual } from "../window/until.ts";

/** Opens a document as a click on its tree item does. Resolves when it is active. */
export async function open(address: Address): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("cms.document.open", { address });
  const inFront = () => {
    const activeEditor = vscode.window.activeTextEditor;
    const shownAddress = activeEditor && fromUri(activeEditor.document.uri);
    return Promise.resolve(shownAddress && keyOf(shownAddress));
  };
  await untilEqual(inFront, keyOf(address));
  return vscode.window.activeTextEditor!.document;
}

export const contentOf = (document: vscode.TextDocument): JsonObject =>
  JSON.parse(document.getText()) as JsonObject;

/** Replaces the whole text, as pasting does. */
export async function type(document: vscode.TextDocument, text: string): Promise<void> {
  await until("The text was not taken", () => replace(document, text));
}

/** Resolves with false if VS Code rejects the edit. It rejects edits of a text that it has just reloaded. */
async function replace(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return vscode.workspace.applyEdit(edit);
}

/** Changes values in the text. A value of undefined removes the key. */
export async function edit(
  document: vscode.TextDocument,
  change: Readonly<Record<string, Json | undefined>>,
): Promise<void> {
  await until("The text was not taken", () => {
    const content = { ...contentOf(document), ...change };
    return replace(document, `${JSON.stringify(content, null, 2)}\n`);
  });
}

/** The text in an editor, and whether its tab is marked as unsaved. */
export const stateOf = (document: vscode.TextDocument) => ({
  text: document.getText(),
  isDirty: tabOf(document)?.isDirty,
});

/** Resolves when the editor has this text and no unsaved changes. */
export const untilClean = (document: vscode.TextDocument, text: string): Promise<void> =>
  untilEqual(() => Promise.resolve(stateOf(document)), { text, isDirty: false });

/** Closes all editors without saving or asking, and clears the notifications. */
export async function closeEditors(): Promise<void> {
  // For a moment after a tab is closed, a group with other tabs has no active tab.
  while (allTabs().length > 0) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("notifications.clearAll");
}

/** The labels of the tabs. */
export const tabs = (): string[] => allTabs().map(({ label }) => label);

const allTabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

/** The tab has the mark that the user sees. The document itself says that it is saved while the user types. */
const tabOf = ({ uri }: vscode.TextDocument): vscode.Tab | undefined =>
  allTabs().find(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
