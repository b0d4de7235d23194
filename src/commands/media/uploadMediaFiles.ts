import { basename } from "node:path";
import * as vscode from "vscode";
import { Failed, isCancelled, whyFailed } from "../../host/failed.ts";
import { tellDone } from "../../host/notices.ts";
import { withProgress } from "../../host/progress.ts";
import { unlocked } from "../../host/unlocking.ts";
import { mayHaveArrived } from "../../host/words/fileWords.ts";
import { mediaType } from "../../model/address.ts";
import type { Place } from "../../model/listing/content.ts";
import type { Failure } from "../../model/outcome.ts";
import type { InLibrary } from "./inLibrary.ts";

/** Uploads files from the disk, those that are given or those that the person chooses. */
export async function uploadMediaFiles(
  parts: InLibrary,
  { connection }: Place,
  given: readonly vscode.Uri[],
): Promise<void> {
  await unlocked(parts.locks, connection);
  const files = given.length > 0 ? given : await chooseFiles();
  const { made, failure } = await upload(
    parts,
    connection,
    files.map(({ fsPath }) => fsPath),
  );
  if (made > 0) parts.content.refresh({ connection, type: mediaType });
  if (!failure) {
    tellDone(
      made === 1
        ? vscode.l10n.t("Uploaded 1 file")
        : vscode.l10n.t("Uploaded {0} files", String(made)),
    );
    return;
  }
  if (isCancelled(failure)) throw new vscode.CancellationError();
  const error = new Failed(failure, mayHaveArrived(failure));
  // What is there already must not be uploaded once more by a button that does all of it again.
  throw made > 0 ? new Error(whyFailed(error)) : error;
}

async function chooseFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Upload to the Media Library"),
    openLabel: vscode.l10n.t("Upload"),
    canSelectMany: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen;
}

interface Uploaded {
  readonly made: number;
  readonly failure: Failure | null;
}

/** One after the other, until one fails. */
const upload = (
  { library }: InLibrary,
  connection: string,
  paths: readonly string[],
): Promise<Uploaded> =>
  withProgress(vscode.l10n.t("Uploading"), async (signal, say) => {
    for (const [made, path] of paths.entries()) {
      say(`${basename(path)} (${made + 1}/${paths.length})`);
      const [failure] = await library.upload(connection, { path, signal });
      if (failure) return { made, failure };
    }
    return { made: paths.length, failure: null };
  });
