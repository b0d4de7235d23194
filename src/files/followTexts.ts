import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import { openDocuments } from "./openDocuments.ts";
import { closeTexts, openTexts, textEditorsOf } from "./openTexts.ts";
import type { OpenText } from "./openTexts.ts";
import type { TextFiles } from "./textFiles.ts";
import { fromTextUri } from "./textUri.ts";
import { fromUri } from "./uri.ts";

/**
 * How long a document must be unchanged before the texts of its fields are updated, in
 * milliseconds.
 */
const calm = 150;

export function followTexts(files: TextFiles, documents: Documents): vscode.Disposable {
  const following = new TextFollower(files);
  return vscode.Disposable.from(
    following,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) following.soon(document);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      following.saved(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const place = fromTextUri(uri);
      if (place && openTexts(place).length === 0) files.forget(place);
    }),
    documents.onDidChange(({ address, kind }) => {
      following.changed(address, kind);
    }),
  );
}

class TextFollower implements vscode.Disposable {
  readonly #files: TextFiles;
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(files: TextFiles) {
    this.#files = files;
  }

  /** Call this when the text of a document changes, such as with each key press. */
  soon(document: vscode.TextDocument): void {
    const address = fromUri(document.uri);
    if (!address || textEditorsOf(address).length === 0) return;
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    const follow = (): void => {
      this.#waiting.delete(key);
      for (const text of textEditorsOf(address)) void this.#files.follow(text);
    };
    this.#waiting.set(key, setTimeout(follow, calm));
  }

  /** A saved document also saves the texts of its fields, whichever editor started the save. */
  saved(document: vscode.TextDocument): void {
    const address = fromUri(document.uri);
    if (!address || document.isDirty) return;
    const unsaved = textEditorsOf(address).filter((text) => text.document.isDirty);
    for (const text of unsaved) void this.#settle(text);
  }

  changed(address: Address, kind: "changed" | "deleted"): void {
    const uris = textEditorsOf(address).map(({ document }) => document.uri);
    if (kind === "deleted") {
      this.#files.tell(uris, vscode.FileChangeType.Deleted);
      void closeTexts(address);
    } else if (openDocuments(address).length === 0) {
      // No open document reports this change, so this class does.
      this.#files.tell(uris, vscode.FileChangeType.Changed);
    }
  }

  async #settle(text: OpenText): Promise<void> {
    if (await this.#files.isTaken(text)) await text.document.save();
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }
}
