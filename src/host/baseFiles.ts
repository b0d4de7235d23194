import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { BaseStore } from "../model/documents.ts";

/**
 * What unsaved edits are edits of, a file each, so that they outlive the window. A file that can't be
 * written is logged and nothing more: it never decides whether a save goes through.
 */
export class BaseFiles implements BaseStore {
  readonly #folder: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;

  constructor(
    { storageUri, globalStorageUri }: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
  ) {
    this.#folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, "bases");
    this.#log = log;
  }

  async load(key: string): Promise<string | undefined> {
    return this.#attempt(async () =>
      new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#file(key))),
    );
  }

  async save(key: string, text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    const file = this.#file(key);
    const whole = file.with({ path: `${file.path}.new` });
    await this.#attempt(async () => {
      // VS Code may be killed at any moment: what was there stays until the new one is whole.
      await vscode.workspace.fs.writeFile(whole, bytes);
      await vscode.workspace.fs.rename(whole, file, { overwrite: true });
    });
  }

  async drop(key: string): Promise<void> {
    await this.#attempt(async () => vscode.workspace.fs.delete(this.#file(key)));
  }

  async #attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!isNotFound(error))
        this.#log.error("bases", error instanceof Error ? error : String(error));
      return undefined;
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
