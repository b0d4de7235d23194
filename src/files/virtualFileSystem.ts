import * as vscode from "vscode";
import { ResourceOwner } from "../model/foundation/events.ts";
import type { Stat } from "../model/changes/sessions/session.ts";
import { toSaveError } from "./errors.ts";

export const folderStat: vscode.FileStat = {
  type: vscode.FileType.Directory,
  ctime: 0,
  mtime: 0,
  size: 0,
};

/** The file stat of a document. A document of a locked connection is always read-only. */
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

/** A file system whose files can't be listed, moved or deleted through VS Code. */
export abstract class FixedFiles extends ResourceOwner {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  tell(uris: readonly vscode.Uri[], type: vscode.FileChangeType): void {
    this.#changed.fire(uris.map((uri) => ({ type, uri })));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  watch(): vscode.Disposable {
    // The service doesn't report changes. The extension fires events for its own changes.
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

/** Rejects other bytes than UTF-8: they would become characters that the user doesn't see. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw toSaveError({ code: "not-utf-8" });
  }
}
