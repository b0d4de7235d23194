import * as vscode from "vscode";
import type { Address } from "../model/address.ts";
import { isSame } from "../model/address.ts";
import type { Documents } from "../model/documents.ts";
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

/** The address of the document that the person is working on. */
export const activeAddress = (): Address | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && fromUri(uri);
};

/** Tells the model what happens to documents in their editors. */
export function followEditors(documents: Documents): vscode.Disposable {
  const follow = ({ uri, isDirty }: vscode.TextDocument): void => {
    const address = fromUri(uri);
    if (address) void (isDirty ? documents.edit(address) : documents.clean(address));
  };
  vscode.workspace.textDocuments.forEach(follow);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(follow),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      follow(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      const address = fromUri(document.uri);
      if (address) void documents.clean(address);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const address = fromUri(document.uri);
      if (!address || document.isDirty) return;
      void documents.clean(address);
      documents.settle(address);
    }),
  );
}
