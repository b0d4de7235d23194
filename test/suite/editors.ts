import * as vscode from "vscode";
import { fromUri } from "../../src/files/uri.ts";
import { keyOf } from "../../src/model/foundation/address.ts";
import type { Address } from "../../src/model/foundation/address.ts";
import type { Json, JsonObject } from "../../src/model/foundation/json.ts";
import { until, untilEqual } from "../window/until.ts";

/** Opens a document as a click on its row does, and gives it once it is in front. */
export async function open(address: Address): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("cms.document.open", { address });
  const inFront = () => {
    const shown = vscode.window.activeTextEditor;
    const there = shown && fromUri(shown.document.uri);
    return Promise.resolve(there && keyOf(there));
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

/** VS Code takes no edit of a text that it has just reloaded. */
async function replace(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return vscode.workspace.applyEdit(edit);
}

/** Changes values in the text; undefined takes a key out. */
export async function edit(
  document: vscode.TextDocument,
  change: Readonly<Record<string, Json | undefined>>,
): Promise<void> {
  await until("The text was not taken", () => {
    const content = { ...contentOf(document), ...change };
    return replace(document, `${JSON.stringify(content, null, 2)}\n`);
  });
}

/** The text in an editor, and whether its tab has the mark of unsaved changes. */
export const stateOf = (document: vscode.TextDocument) => ({
  text: document.getText(),
  isDirty: tabOf(document)?.isDirty,
});

/** Resolves when the editor holds this text, without unsaved changes. */
export const untilClean = (document: vscode.TextDocument, text: string): Promise<void> =>
  untilEqual(() => Promise.resolve(stateOf(document)), { text, isDirty: false });

/** Closes all editors without a question, and what the window has to say. */
export async function closeEditors(): Promise<void> {
  while (vscode.window.tabGroups.activeTabGroup.activeTab) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("notifications.clearAll");
}

/** The tabs, as the user reads them. */
export const tabs = (): string[] => allTabs().map(({ label }) => label);

const allTabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

/** The mark of its tab is what the user sees; a document says it is saved while it is typed in. */
const tabOf = ({ uri }: vscode.TextDocument): vscode.Tab | undefined =>
  allTabs().find(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
