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

/** The text documents of an address. There is more than one only right after a title change. */
export const openDocuments = (address: Address): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(({ uri }) => isAt(address)(uri));

/** The URI of the tab that shows an address; undefined if there is none. */
export function openTab(address: Address): vscode.Uri | undefined {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .map(({ input }) => (input instanceof vscode.TabInputText ? input.uri : undefined))
    .find((uri) => uri !== undefined && isAt(address)(uri));
}

/** The address of the document, or of the document's field, in the active editor. */
export const activeAddress = (): Address | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && addressIn(uri);
};

/** Reports the changes and saves of open documents to the model. */
export function followEditors(documents: Documents): vscode.Disposable {
  const open = (document: vscode.TextDocument): void => {
    void useOwnLanguage(document);
    follow(documents, document, "loaded");
  };
  vscode.workspace.textDocuments.forEach(open);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // On the first change after a save, VS Code reports the change before it reports the text as
      // unsaved. Only the second report tells whether a text is clean.
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
      // The same document may still be open under another name. A change of language also closes no
      // tab.
      if (address && openDocuments(address).length === 0) void documents.edits.close(address);
    }),
  );
}

/**
 * Closes the tabs of a deleted document. Tabs with unsaved changes stay, with the title struck
 * through.
 */
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

/**
 * Sets the language explicitly because the user's file associations override the extension's. The
 * language also turns auto-save off by default.
 */
async function useOwnLanguage(document: vscode.TextDocument): Promise<void> {
  if (!fromUri(document.uri) || document.languageId === "cms-json") return;
  await vscode.languages.setTextDocumentLanguage(document, "cms-json");
}
