import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import { isSame } from "../model/foundation/address.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import { addressIn } from "./textUri.ts";
import { fromUri } from "./uri.ts";

const isAt = (address: Address) => (uri: vscode.Uri) => {
  const other = fromUri(uri);
  return other !== undefined && isSame(address, other);
};

/** The text documents of an address; more than one only while a title has just changed. */
export const openDocuments = (address: Address): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(({ uri }) => isAt(address)(uri));

/** The URI of the tab that shows an address already. */
export function openTab(address: Address): vscode.Uri | undefined {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .map(({ input }) => (input instanceof vscode.TabInputText ? input.uri : undefined))
    .find((uri) => uri !== undefined && isAt(address)(uri));
}

/** The address of the document that the person is working on, or on a field of. */
export const activeAddress = (): Address | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && addressIn(uri);
};

/** Tells the model what happens to documents in their editors. */
export function followEditors(documents: Documents): vscode.Disposable {
  const open = (document: vscode.TextDocument): void => {
    void useOwnLanguage(document);
    follow(documents, document, "loaded");
  };
  vscode.workspace.textDocuments.forEach(open);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // With the first change after a save, VS Code says what was typed before it says that it is
      // unsaved; of the second alone it can be told whether a text is clean.
      follow(documents, document, contentChanges.length > 0 ? "loaded" : "markClean");
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const address = fromUri(document.uri);
      if (!address || document.isDirty) return;
      follow(documents, document, "markClean");
      documents.finishSave(address);
    }),
    documents.onDidChange(({ address, kind }) => {
      if (kind === "deleted") void closeTabs(address);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const address = fromUri(uri);
      // Another name of the same document may still be open, and a change of language closes nothing.
      if (address && openDocuments(address).length === 0) void documents.edits.close(address);
    }),
  );
}

/** What was deleted is not shown any more; what is unsaved stays, struck through. */
async function closeTabs(address: Address): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const clean = tabs.filter(
    ({ input, isDirty }) =>
      !isDirty && input instanceof vscode.TabInputText && isAt(address)(input.uri),
  );
  await vscode.window.tabGroups.close(clean, true);
}

function follow(
  documents: Documents,
  document: vscode.TextDocument,
  unlessDirty: "loaded" | "markClean",
): void {
  const address = fromUri(document.uri);
  if (!address) return;
  if (document.isDirty) void documents.edits.begin(address, document.getText());
  else if (!openDocuments(address).some(({ isDirty }) => isDirty)) {
    void documents.edits[unlessDirty](address, document.getText());
  }
}

/** The user's own file associations win over ours, and auto-save would come with another language. */
async function useOwnLanguage(document: vscode.TextDocument): Promise<void> {
  if (!fromUri(document.uri) || document.languageId === "cms-json") return;
  await vscode.languages.setTextDocumentLanguage(document, "cms-json");
}
