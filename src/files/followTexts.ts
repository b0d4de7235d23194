import * as vscode from "vscode";
import type { Documents } from "../model/changes/saving/documents.ts";
import { onDidEdit, openDocuments } from "./openDocuments.ts";
import { closeTexts, openTexts, textEditorsOf } from "./openTexts.ts";
import type { TextFiles } from "./textFiles.ts";
import { fromTextUri } from "./textUri.ts";
import { fromUri } from "./uri.ts";

/** How long a document rests before the texts of its fields follow, in milliseconds. */
const calm = 150;

export function followTexts(files: TextFiles, documents: Documents): vscode.Disposable {
  const waiting = new Map<string, NodeJS.Timeout>();
  const followSoon = (document: vscode.TextDocument): void => {
    const address = fromUri(document.uri);
    if (!address || textEditorsOf(address).length === 0) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    const follow = (): void => {
      waiting.delete(key);
      for (const text of textEditorsOf(address)) void files.follow(text);
    };
    waiting.set(key, setTimeout(follow, calm));
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
    onDidEdit(followSoon),
    vscode.workspace.onDidSaveTextDocument((document) => void saveTexts(files, document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const place = fromTextUri(uri);
      if (place && openTexts(place).length === 0) files.forget(place);
    }),
    documents.onDidChange(({ address, kind }) => {
      const uris = textEditorsOf(address).map(({ document }) => document.uri);
      if (kind === "deleted") {
        files.tell(uris, vscode.FileChangeType.Deleted);
        void closeTexts(address);
      } else if (openDocuments(address).length === 0) {
        // No open document reports this change, so this function does.
        files.tell(uris, vscode.FileChangeType.Changed);
      }
    }),
  );
}

/** A saved document also saves the texts of its fields, whichever editor started the save. */
async function saveTexts(files: TextFiles, document: vscode.TextDocument): Promise<void> {
  const address = fromUri(document.uri);
  if (!address || document.isDirty) return;
  const unsaved = textEditorsOf(address).filter((text) => text.document.isDirty);
  await Promise.all(
    unsaved.map(async (text) => {
      if (await files.isTaken(text)) await text.document.save();
    }),
  );
}
