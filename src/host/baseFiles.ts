import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { BaseStore } from "../model/documents.ts";

/** What unsaved edits are edits of, a file each, so that they outlive the window. */
export class BaseFiles implements BaseStore {
  readonly #folder: vscode.Uri;

  constructor({ storageUri, globalStorageUri }: vscode.ExtensionContext) {
    this.#folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, "bases");
  }

  async load(key: string): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#file(key)));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async save(key: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.#file(key), new TextEncoder().encode(text));
  }

  async drop(key: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file(key));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** A hash, since a key may be longer than a file name. */
  #file(key: string): vscode.Uri {
    const name = createHash("sha256").update(key).digest("hex");
    return vscode.Uri.joinPath(this.#folder, `${name}.json`);
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";
