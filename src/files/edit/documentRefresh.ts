import * as vscode from "vscode";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { Locks } from "../../model/connect/locks.ts";
import { keyOf } from "../../model/foundation/address.ts";
import type { FixedFiles } from "../shared/virtualFileSystem.ts";
import { openDocuments } from "../shared/openEditors.ts";
import { addressIn, fromUri, scheme } from "../shared/documentUri.ts";

const minRefreshIntervalMs = 5_000;

/** Refreshes the visible documents of these connections, with one request each. */
export async function refreshVisible(
  documents: OpenDocuments,
  isTarget: (connection: string) => boolean = () => true,
): Promise<void> {
  const addresses = vscode.window.visibleTextEditors
    .flatMap(({ document: { uri } }) => fromUri(uri) ?? [])
    .filter(({ connection }) => isTarget(connection));
  const addressesByKey = new Map(addresses.map((address) => [keyOf(address), address]));
  await Promise.all([...addressesByKey.values()].map((address) => documents.refresh(address)));
}

/**
 * Keeps open editors in sync with the service. Visible documents refresh when the window gets the
 * focus. A document with unsaved changes refreshes when it opens, such as after a reload. It also
 * refreshes when the extension changes the document elsewhere. VS Code itself requests the other
 * documents when the user shows them.
 */
export function followService(documents: OpenDocuments): vscode.Disposable {
  let lastRefresh = performance.now();
  const begin = (document: vscode.TextDocument): void => {
    const address = fromUri(document.uri);
    if (address && document.isDirty && !documents.latestSnapshot(address))
      void documents.refresh(address);
  };
  vscode.workspace.textDocuments.forEach(begin);
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused || performance.now() - lastRefresh < minRefreshIntervalMs) return;
      lastRefresh = performance.now();
      void refreshVisible(documents);
    }),
    vscode.workspace.onDidOpenTextDocument(begin),
    documents.onDidChange(({ address, kind }) => {
      const isDirty = openDocuments(address).some((document) => document.isDirty);
      if (kind === "changed" && isDirty) void documents.refresh(address);
    }),
  );
}

/** Makes VS Code check the open files of a connection again after it is locked or unlocked. */
export const followLocks = (
  locks: Locks,
  files: FixedFiles,
  texts: FixedFiles,
): { dispose(): void } =>
  locks.onDidChange(({ id }) => {
    const openUris = vscode.workspace.textDocuments.map(({ uri }) => uri);
    const uris = openUris.filter((uri) => addressIn(uri)?.connection === id);
    const isDocument = (uri: vscode.Uri) => uri.scheme === scheme;
    files.tell(uris.filter(isDocument), vscode.FileChangeType.Changed);
    texts.tell(
      uris.filter((uri) => !isDocument(uri)),
      vscode.FileChangeType.Changed,
    );
  });
