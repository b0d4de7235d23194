import { createHash } from "node:crypto";
import type * as vscode from "vscode";
import type { BaseStore } from "../model/changes/saving/documents.ts";
import { StoredFiles } from "./storageFiles.ts";

/**
 * What unsaved edits are edits of, a file each, so that they outlive the window. A file that can't be
 * written is logged and nothing more: it never decides whether a save goes through.
 */
export class BaseFiles implements BaseStore {
  readonly #files: StoredFiles;

  constructor(
    { storageUri, globalStorageUri }: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
  ) {
    const storage = storageUri ? withoutWindowNumber(storageUri) : globalStorageUri;
    this.#files = new StoredFiles(storage, "bases", log);
  }

  load(key: string): Promise<string | undefined> {
    return this.#files.load(nameOf(key));
  }

  async save(key: string, text: string): Promise<void> {
    await this.#files.save(nameOf(key), text);
  }

  drop(key: string): Promise<void> {
    return this.#files.drop(nameOf(key));
  }
}

/**
 * The same folder for each start of a window: VS Code gives another one, `<workspace>-1` for `<workspace>`, while
 * the extension host of before a reload still holds the first.
 */
function withoutWindowNumber(storage: vscode.Uri): vscode.Uri {
  const path = storage.path.replace(/(?<=[^/])-[1-9](?=\/[^/]+$)/, "");
  return storage.with({ path });
}

/** A hash, since a key may be longer than a file name. */
const nameOf = (key: string): string => `${createHash("sha256").update(key).digest("hex")}.json`;
