import * as vscode from "vscode";
import { uploadAll } from "../../editor/uploads.ts";
import { FailureError, isCancelled, errorMessage } from "../../host/failed.ts";
import { tellDone } from "../../host/notices.ts";
import { startFolder } from "../../host/saveTarget.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { uploadWarning } from "../../host/words/fileWords.ts";
import { connectionName } from "../../host/words/roleWords.ts";
import { mediaType } from "../../model/foundation/address.ts";
import type { CollectionAddress } from "../../model/query/listing/content.ts";
import type { MediaLibraryDependencies } from "./inLibrary.ts";

/** Uploads files from the disk, those that are given or those that the person chooses. */
export async function uploadMediaFiles(
  parts: MediaLibraryDependencies,
  { connection }: CollectionAddress,
  given: readonly vscode.Uri[],
): Promise<void> {
  await requireUnlocked(parts.locks, connection);
  const files =
    given.length > 0 ? given : await chooseFiles(connectionName(parts.connections, connection));
  const paths = files.map(({ fsPath }) => fsPath);
  const { made, failure } = await uploadAll(parts.library, connection, paths);
  if (made.length > 0) parts.content.refresh({ connection, type: mediaType });
  if (!failure) {
    tellDone(
      made.length === 1
        ? vscode.l10n.t("Uploaded 1 file")
        : vscode.l10n.t("Uploaded {0} files", String(made.length)),
    );
    return;
  }
  if (isCancelled(failure)) throw new vscode.CancellationError();
  const error = new FailureError(failure, uploadWarning(failure));
  // What is there already must not be uploaded once more by a button that does all of it again.
  throw made.length > 0 ? new Error(errorMessage(error)) : error;
}

async function chooseFiles(connection: string): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    defaultUri: startFolder(),
    title: vscode.l10n.t("Upload to the Media Library of {0}", connection),
    openLabel: vscode.l10n.t("Upload"),
    canSelectMany: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen;
}
