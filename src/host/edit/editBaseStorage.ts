import type * as vscode from "vscode";
import type { Log } from "../surfaces/logChannel.ts";
import type { BaseStore } from "../../model/edit/unsavedEdits.ts";
import { StoredFiles } from "../../model/foundation/textStore.ts";

/**
 * Stores the bases of unsaved edits, one file each, so that they outlive the window. A failed write
 * is only logged. It never decides whether a save succeeds.
 */
export function baseFiles(
  { storageUri, globalStorageUri }: vscode.ExtensionContext,
  log: Log,
): BaseStore {
  // The same folder for each start of a window. VS Code provides `<workspace>-1` instead of
  // `<workspace>` while the extension host from before a reload still holds the first.
  const storage = storageUri
    ? storageUri.with({ path: storageUri.path.replace(/(?<=[^/])-[1-9](?=\/[^/]+$)/, "") })
    : globalStorageUri;
  return new StoredFiles(storage.fsPath, "bases", log);
}
