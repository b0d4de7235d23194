import * as vscode from "vscode";
import type { Stat } from "../model/changes/sessions/session.ts";
import { toSaveError } from "./errors.ts";

/** What a folder on the way to a file is said to be. */
export const folderStat: vscode.FileStat = {
  type: vscode.FileType.Directory,
  ctime: 0,
  mtime: 0,
  size: 0,
};

/** A document as VS Code knows files; whatever else holds, one that is locked is to be read alone. */
export const toFileStat = (
  { modified, created, size, isReadonly }: Stat,
  isLocked: boolean,
): vscode.FileStat => ({
  type: vscode.FileType.File,
  ctime: created,
  mtime: modified,
  size,
  ...((isReadonly || isLocked) && { permissions: vscode.FilePermission.Readonly }),
});

/** A file system whose files are there because of something else: none is listed, moved or taken away through it. */
export abstract class FixedFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** Has editors look again, or tells them that there is nothing to look at any more. */
  tell(uris: readonly vscode.Uri[], type: vscode.FileChangeType): void {
    this.#changed.fire(uris.map((uri) => ({ type, uri })));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  watch(): vscode.Disposable {
    // The service tells nobody of its changes; our own are fired as they happen.
    return new vscode.Disposable(() => undefined);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** Bytes that are not UTF-8 would be sent as other characters than the person sees. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw toSaveError({ code: "not-utf-8" });
  }
}
