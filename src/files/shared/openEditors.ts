import * as vscode from "vscode";
import { isSame, isSameDocument, type Address } from "../../model/foundation/address.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import { addressIn, fromTextUri, isSameText, fromUri, type TextLocation } from "./documentUri.ts";

const isAt = (address: Address) => (uri: vscode.Uri) => {
  const other = fromUri(uri);
  return other !== undefined && isSame(address, other);
};

/** The text documents of an address. There is more than one only right after a title change. */
export const openDocuments = (address: Address): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(({ uri }) => isAt(address)(uri));

export function openTab(address: Address): vscode.Uri | undefined {
  return textTabs(isAt(address))[0]?.uri;
}

export const textTabs = (isTarget: (uri: vscode.Uri) => boolean) =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => (tab.input instanceof vscode.TabInputText ? { tab, uri: tab.input.uri } : []))
    .filter(({ uri }) => isTarget(uri));

/**
 * Whether a tab shows a document, or one of its fields, alone or beside another text. VS Code keeps
 * a text document open for minutes after its tab was closed.
 */
export const hasTab = (address: Address): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) =>
      urisIn(input).some((uri) => {
        const other = addressIn(uri);
        return other !== undefined && isSame(address, other);
      }),
    ),
  );

function urisIn(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

/** Calls the listener with each URI that a new tab shows. */
export const onDidOpenTab = (listener: (uri: vscode.Uri) => void): vscode.Disposable =>
  vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    for (const { input } of opened) urisIn(input).forEach(listener);
  });

export const onDidCloseTab = (listener: (uri: vscode.Uri) => void): vscode.Disposable =>
  vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const { input } of closed) if (input instanceof vscode.TabInputText) listener(input.uri);
  });

/** Shows a tab, and resolves when the user closes it. `show` returns how its label begins. */
export async function showUntilClosed(show: () => Promise<string>): Promise<void> {
  const closedLabels: string[] = [];
  let check = (): void => undefined;
  // A fast user closes the tab before VS Code says that it is shown.
  const listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    closedLabels.push(...closed.map(({ label }) => label));
    check();
  });
  try {
    const start = await show();
    await new Promise<void>((resolve) => {
      check = () => {
        if (closedLabels.some((label) => label.startsWith(start))) resolve();
      };
      check();
    });
  } finally {
    listener.dispose();
  }
}

/** Calls the listener when a text changes, and not when only its unsaved state does. */
export const onDidEdit = (listener: (document: vscode.TextDocument) => void): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) listener(document);
  });

/** The address of the document, or of the document's field, in the active editor. */
export function activeAddress(): Address | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && addressIn(uri);
}

/** Reports the changes and saves of open documents to the model. */
export function followEditors(documents: OpenDocuments): vscode.Disposable {
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
      if (kind === "deleted") void closeTabs(isAt(address));
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
 * Replaces a part of a text, unsaved, as if the user had typed it. Its lines are indented like the
 * first one. Returns false if VS Code rejects the edit, as of a text that has just changed.
 */
export function editText(
  document: vscode.TextDocument,
  range: vscode.Range,
  text: string,
): Thenable<boolean> {
  const [indentation = ""] = /^\s*/.exec(document.lineAt(range.start.line).text) ?? [];
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text.replaceAll("\n", `\n${indentation}`));
  return vscode.workspace.applyEdit(edit);
}

/** Replaces a whole text, unsaved. Returns false if VS Code rejects the edit. */
export function editWhole(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const { end } = document.lineAt(document.lineCount - 1).range;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return vscode.workspace.applyEdit(edit);
}

/** Closes the tabs of deleted texts, except those with unsaved changes. */
async function closeTabs(isDeleted: (uri: vscode.Uri) => boolean): Promise<void> {
  const tabs = textTabs(isDeleted).map(({ tab }) => tab);
  await vscode.window.tabGroups.close(
    tabs.filter(({ isDirty }) => !isDirty),
    true,
  );
}

function follow(
  documents: OpenDocuments,
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
 * Sets the language explicitly because the user's file associations override the extension's and
 * the file name. The language of a document also turns auto-save off by default, and that of a
 * field's text enables the Markdown preview.
 */
async function useOwnLanguage(document: vscode.TextDocument): Promise<void> {
  const { uri } = document;
  const language = fromUri(uri) ? "cms-json" : fromTextUri(uri) ? "markdown" : undefined;
  if (!language || document.languageId === language) return;
  await vscode.languages.setTextDocumentLanguage(document, language);
}

export type OpenText = Readonly<{ document: vscode.TextDocument; location: TextLocation }>;

export const textEditorsOf = (address: Address, inAnyLocale = false): OpenText[] =>
  vscode.workspace.textDocuments.flatMap((document) => {
    const location = fromTextUri(document.uri);
    const isTarget = inAnyLocale ? isSameDocument : isSame;
    return location && isTarget(location.address, address) ? [{ document, location }] : [];
  });

export const hasUnsavedTexts = (address: Address, inAnyLocale: boolean): boolean =>
  textEditorsOf(address, inAnyLocale).some(({ document }) => document.isDirty);

/** The text documents of one field. There is more than one only right after a title change. */
export const openTexts = (location: TextLocation): vscode.TextDocument[] =>
  textEditorsOf(location.address)
    .filter((openText) => isSameText(openText.location, location))
    .map(({ document }) => document);

export const textTab = (location: TextLocation): vscode.Tab | undefined =>
  textTabs((uri) => {
    const tabLocation = fromTextUri(uri);
    return tabLocation !== undefined && isSameText(tabLocation, location);
  })[0]?.tab;

/** Closes the texts of a deleted document. Texts with unsaved changes stay open. */
export const closeTexts = (address: Address): Promise<void> =>
  closeTabs((uri) => {
    const tabLocation = fromTextUri(uri);
    return tabLocation !== undefined && isSame(tabLocation.address, address);
  });
