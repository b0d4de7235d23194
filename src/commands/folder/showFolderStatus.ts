import { dirname } from "node:path";
import * as vscode from "vscode";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { choose } from "../../host/shared/prompts.ts";
import { review } from "../../host/shared/reviewPick.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import { environmentOf } from "../../model/folder/folderSettings.ts";
import { folderStatus } from "../../model/folder/folderStatus.ts";
import { noFileChanged, statusStates } from "../../texts/folder/folderWords.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";
import {
  compareWithService,
  fileList,
  folderName,
  foldersInWorkspace,
  contentFolderAt,
} from "./fileReview.ts";

/**
 * Lists the files that were changed since the last pull. Sends no request, unless the user also
 * compares with the service. `settings` is the URI of the folder's cms.json.
 */
export async function showFolderStatus(
  context: ChangeContext,
  settings: vscode.Uri | undefined,
): Promise<void> {
  const folder = await contentFolderAt(settings ? dirname(settings.fsPath) : await askFolder());
  const path = folderName(folder);
  const [environment = ""] = Object.keys(folder.settings.environments);
  const schema = must(await folder.schema());
  if (!schema) throw new Guidance(nothingPulled(path), pullCommand());
  const local = await folderStatus(folder, { environment, schema, types: undefined });
  const connection = context.connections.all.find(
    ({ url }) => environmentOf(folder.settings, url) !== undefined,
  );
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

async function askFolder(): Promise<string> {
  const existing = await foldersInWorkspace();
  if (existing.length === 0) {
    const words = vscode.l10n.t("The workspace has no folder with pulled content.");
    throw new Guidance(words, pullCommand());
  }
  const choices = existing.map((value) => ({
    label: vscode.workspace.asRelativePath(value),
    value,
  }));
  return choose(choices, { title: vscode.l10n.t("Show Folder Status") });
}

const nothingPulled = (folder: string): string =>
  vscode.l10n.t("{folder} has no pulled content.", { folder });

const pullCommand = (): vscode.Command => ({
  title: vscode.l10n.t("Pull into Folder…"),
  command: "cms.folder.pull",
});
