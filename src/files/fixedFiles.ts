import * as vscode from "vscode";
import { toFileError } from "./errors.ts";

/** What a folder on the way to a file is said to be. */
export const folderStat: vscode.FileStat = {
  type: vscode.FileType.Directory,
  ctime: 0,
  mtime: 0,
  size: 0,
};

/** A file system whose files are there because of something else: none is listed, moved or taken away through it. */
export abstract class FixedFiles {
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
    throw toFileError({ code: "not-utf-8" });
  }
}
