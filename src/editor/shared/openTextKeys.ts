import * as vscode from "vscode";
import { addressIn, fromUri } from "../../files/shared/documentUri.ts";
import { isMediaFile, isNew, isUser, keyOf, type Address } from "../../model/foundation/address.ts";
import { isFromTemplate } from "../../model/create/documentTemplate.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Locks } from "../../model/connect/locks.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";

/**
 * Sets the context keys that decide which commands an editor offers. The value of each is the list
 * of the URIs for which it is true: of documents, and of texts of their fields.
 */
export function followOpenTexts({
  documents,
  connections,
  locks,
}: {
  readonly documents: OpenDocuments;
  readonly connections: Connections;
  readonly locks: Locks;
}): vscode.Disposable {
  const stateOf = (address: Address) =>
    documents.latestSnapshot(address)?.publication.knownValue?.state;
  const values = new Map<string, string>();
  const tell = (): void => {
    const texts = vscode.workspace.textDocuments.flatMap(({ uri, isDirty }) => {
      const address = addressIn(uri);
      return address ? [{ uri, address, isDirty }] : [];
    });
    const unsaved = new Set(
      texts.filter(({ isDirty }) => isDirty).map(({ address }) => keyOf(address)),
    );
    const isDocument = (address: Address) =>
      !isNew(address) && !isUser(address) && !isMediaFile(address);
    const conditions: Record<string, (address: Address, uri: vscode.Uri) => boolean> = {
      "cms.savedEditors": (address) => !isNew(address),
      "cms.documents": isDocument,
      "cms.newDocuments": (address, uri) => fromUri(uri) !== undefined && isFromTemplate(address),
      "cms.localized": (address) => isDocument(address) && address.locale !== undefined,
      "cms.users": (address) => !isNew(address) && isUser(address),
      "cms.mediaFiles": isMediaFile,
      // The type has drafts, and the publication status is known.
      "cms.withStatus": (address) => isDocument(address) && stateOf(address) !== undefined,
      "cms.publishable": (address) => {
        const state = stateOf(address);
        const hasDraft = state !== "published" || unsaved.has(keyOf(address));
        return isDocument(address) && state !== undefined && hasDraft;
      },
      "cms.live": (address) => ["published", "modified"].includes(stateOf(address) ?? ""),
      "cms.modified": (address) => stateOf(address) === "modified",
      "cms.conflicts": (address, uri) =>
        fromUri(uri) !== undefined && documents.conflict(address) !== undefined,
      "cms.lockedEditors": ({ connection }) => locks.locked(connection) !== undefined,
    };
    for (const [key, isTrue] of Object.entries(conditions)) {
      const uris = texts
        .filter(({ address, uri }) => isTrue(address, uri))
        .map(({ uri }) => uri.toString());
      const value = uris.join(" ");
      if (values.get(key) !== value) void vscode.commands.executeCommand("setContext", key, uris);
      values.set(key, value);
    }
  };
  tell();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(tell),
    vscode.workspace.onDidCloseTextDocument(tell),
    vscode.workspace.onDidChangeTextDocument(({ contentChanges }) => {
      // VS Code reports separately that a text has or no longer has unsaved changes.
      if (contentChanges.length === 0) tell();
    }),
    documents.onDidReadSnapshot(tell),
    documents.onDidSave(tell),
    documents.onDidChangeEdit(tell),
    connections.onDidChange(tell),
    locks.onDidChange(tell),
  );
}
