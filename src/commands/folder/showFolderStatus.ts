import { dirname } from "node:path";
import * as vscode from "vscode";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { review } from "../../host/shared/reviewPick.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import { environmentOf } from "../../model/folder/folderSettings.ts";
import { folderStatus } from "../../model/folder/status/folderStatus.ts";
import { noFileChanged, statusStates } from "../../texts/folder/folderWords.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import {
  compareWithService,
  fileList,
  folderChoice,
  folderName,
  foldersInWorkspace,
  chooseFolder,
  contentFolderAt,
} from "./fileReview.ts";

/**
 * Lists the files that were changed since the last pull, for the first service of the folder that
 * has a connection. Sends no request, unless the user also compares with that service. `settings` is
 * the URI of the folder's cms.json.
 */
export async function showFolderStatus(
  context: RunContext,
  settings: vscode.Uri | undefined,
): Promise<void> {
  const folder = await contentFolderAt(settings ? dirname(settings.fsPath) : await askFolder());
  const path = folderName(folder);
  const environments = Object.keys(folder.settings.environments);
  const connectionOf = (name: string) =>
    context.connections.all.find(({ url }) => environmentOf(folder.settings, url) === name);
  const environment = environments.find(connectionOf) ?? environments[0] ?? "";
  const connection = connectionOf(environment);
  const schema = must(await folder.schema());
  if (!schema) {
    const pull = { title: vscode.l10n.t("Pull into Folder…"), command: "cms.folder.pull" };
    throw new Guidance(vscode.l10n.t("{folder} has no pulled content.", { folder: path }), pull);
  }
  const local = must(await folderStatus(folder, { environment, schema, types: undefined }));
  const compare = connection && {
    label: vscode.l10n.t("Compare with {connection}", { connection: connection.name }),
    icon: "diff",
    run: async () => {
      const how = { removes: false, isDryRun: true };
      const { changes, notes } = await compareWithService(context, connection, folder, how);
      const onlyHere = local.filter(({ kind }) => kind === "new-local");
      return { changes: [...changes, ...onlyHere], notes };
    },
  };
  const localState = { changes: local, notes: [] as readonly string[] };
  await review<FileChange, typeof localState>(localState, (state) => {
    const notes = state.changes.length > 0 ? state.notes : [...state.notes, noFileChanged()];
    return {
      title: vscode.l10n.t("Status of {folder}", { folder: path }),
      actions: compare && state === localState ? [compare] : [],
      ...fileList(context, folder, { ...state, notes }, statusStates),
    };
  });
}

/** The folder with content in the workspace; the user chooses one of several, or another one. */
async function askFolder(): Promise<string> {
  const existing = await foldersInWorkspace();
  const choices =
    existing.length > 0 ? existing.map(folderChoice) : [{ label: "", value: undefined }];
  const title = vscode.l10n.t("Show Folder Status");
  return chooseFolder(choices, title, vscode.l10n.t("Show Status"));
}
