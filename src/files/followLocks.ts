import * as vscode from "vscode";
import type { Locks } from "../model/connections/locks.ts";
import type { FixedFiles } from "./fixedFiles.ts";
import { addressIn } from "./textUri.ts";
import { scheme } from "./uri.ts";

interface LockedFiles {
  readonly files: FixedFiles;
  readonly texts: FixedFiles;
}

/** Has VS Code look again at what it shows of a connection that was locked or unlocked. */
export const followLocks = (locks: Locks, { files, texts }: LockedFiles): { dispose(): void } =>
  locks.onDidChange(({ id }) => {
    const shown = vscode.workspace.textDocuments.map(({ uri }) => uri);
    const uris = shown.filter((uri) => addressIn(uri)?.connection === id);
    const isDocument = (uri: vscode.Uri) => uri.scheme === scheme;
    files.tell(uris.filter(isDocument), vscode.FileChangeType.Changed);
    texts.tell(
      uris.filter((uri) => !isDocument(uri)),
      vscode.FileChangeType.Changed,
    );
  });
