import { join } from "node:path";
import * as vscode from "vscode";
import { hasPulledContent } from "../../host/shared/contextKeys.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { review } from "../../host/shared/reviewPick.ts";
import { showInformation, showWarning } from "../../host/surfaces/messages.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { isOnlyLocal, type FileChange } from "../../model/folder/fileComparison.ts";
import { isNewFolder } from "../../model/folder/folderSettings.ts";
import {
  conflictHint,
  describeFile,
  pulledWords,
  pullStates,
  type FileState,
} from "../../texts/folder/folderWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import {
  compareWithService,
  chooseFolder,
  fileList,
  folderChoice,
  folderName,
  foldersInWorkspace,
  isOnDisk,
  contentFolderAt,
  requireSaved,
} from "./fileReview.ts";

/** Tells what a pull would do, asks, and pulls. `type`: the only content type; all if undefined. */
export async function pullIntoFolder(
  context: RunContext,
  connection: Connection,
  type?: string,
): Promise<void> {
  const { name } = connection;
  const title = vscode.l10n.t("Pull {connection} into Folder", { connection: name });
  const folder = await contentFolderAt(await askFolder(title));
  const path = folderName(folder);
  requireSaved(folder);
  const dryRun = { type, removes: false, isDryRun: true };
  const planned = await compareWithService(context, connection, folder, dryRun);
  const button = vscode.l10n.t("Pull");
  const { notes, report } = planned;
  const changes = planned.changes.filter((change) => !isOnlyLocal(change));
  let removes = false;
  if (isNewFolder(folder.settings)) {
    const question =
      report.documents === 1
        ? vscode.l10n.t("Pull 1 document of {connection} into {folder}?", {
            connection: name,
            folder: path,
          })
        : vscode.l10n.t("Pull {count} documents of {connection} into {folder}?", {
            count: numeral(report.documents),
            connection: name,
            folder: path,
          });
    await confirm(question, notes, button);
  } else if (changes.length + notes.length > 0) {
    const canRemove = changes.some(({ kind }) => kind === "deleted-remote");
    const removeAction = {
      label: vscode.l10n.t("Delete the Files of Deleted Documents"),
      icon: "trash",
      description: vscode.l10n.t("unless they were changed"),
      run: () => Promise.resolve(true),
    };
    removes = await review<FileChange, boolean>(false, (isRemoving) => ({
      title: vscode.l10n.t("Pull {connection} into {folder}?", { connection: name, folder: path }),
      proceed: { label: button },
      actions: canRemove && !isRemoving ? [removeAction] : [],
      ...fileList(context, folder, { changes, notes }, pullStates(isRemoving)),
    }));
  }
  // The prompts may have been open for a long time.
  requireSaved(folder);
  const pulled = await compareWithService(context, connection, folder, {
    ...{ type, removes, isDryRun: false },
  });
  hasPulledContent();
  const counts = new Map<FileState, number>();
  const files = pulled.changes.map((change) => describeFile(change, pullStates(removes)));
  for (const { state } of files) counts.set(state, (counts.get(state) ?? 0) + 1);
  const words = [pulledWords(pulled.report, counts, path)];
  if (counts.has("conflict")) words.push(conflictHint());
  const show = files.some(({ isUnpulled }) => isUnpulled) ? showWarning : showInformation;
  void show(words.join(" "));
}

/** A folder with content in the workspace, a new one there, or another one. */
async function askFolder(title: string): Promise<string> {
  const existing = await foldersInWorkspace();
  const roots = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => isOnDisk(uri));
  const created = roots.map(({ uri }) => ({
    ...folderChoice(join(uri.fsPath, "content")),
    description: vscode.l10n.t("New folder"),
  }));
  const other = { label: vscode.l10n.t("Choose Folder…"), value: undefined };
  const offered = existing.length > 0 ? existing.map(folderChoice) : created;
  return chooseFolder([...offered, other], title, vscode.l10n.t("Pull"));
}
