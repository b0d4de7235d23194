import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import * as vscode from "vscode";
import { runTask } from "../../host/shared/progressNotification.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { noteRows, type OtherRow, type ReviewList } from "../../host/shared/reviewPick.ts";
import { askFile, choose } from "../../host/shared/prompts.ts";
import type { Choice } from "../../host/shared/stepInput.ts";
import { showDiff } from "../../host/surfaces/messages.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { ContentFolder } from "../../model/folder/contentFolder.ts";
import { pullContent, type PullReport, type PullRequest } from "../../model/folder/contentPull.ts";
import type { FileChange } from "../../model/folder/fileComparison.ts";
import { environmentOf, settingsFor } from "../../model/folder/folderSettings.ts";
import { settingsName } from "../../model/folder/settingsName.ts";
import { contentExportSteps } from "../../texts/export/exportWords.ts";
import {
  describeFile,
  fileHeadings,
  gapLines,
  otherServiceWords,
  type ServiceStates,
} from "../../texts/folder/folderWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { attributeWords } from "../../texts/schemas/attributeWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { maxListed } from "../runs/plannedRun.ts";
import type { RunContext } from "../shared/commandContexts.ts";

/** The folders with content in the workspace. */
export async function foldersInWorkspace(): Promise<readonly string[]> {
  const files = await vscode.workspace.findFiles(`**/${settingsName}`, "**/node_modules/**");
  return files.filter(isOnDisk).map(({ fsPath }) => dirname(fsPath));
}

export const folderChoice = (value: string) => ({
  label: vscode.workspace.asRelativePath(value),
  value,
});

/** `undefined` stands for a folder that the user chooses in a dialog. An only choice needs no answer. */
export async function chooseFolder(
  choices: readonly Choice<string | undefined>[],
  title: string,
  openLabel: string,
): Promise<string> {
  const chosen = await choose<string | undefined>(choices, { title });
  if (chosen !== undefined) return chosen;
  const uri = await askFile({ title, openLabel, canSelectFiles: false, canSelectFolders: true });
  if (isOnDisk(uri)) return uri.fsPath;
  throw new Guidance(vscode.l10n.t("Choose a folder in the file system."));
}

export const isOnDisk = ({ scheme }: vscode.Uri): boolean => scheme === "file";

export const contentFolderAt = async (root: string): Promise<ContentFolder> =>
  must(await ContentFolder.open(root));

export const folderName = ({ root }: ContentFolder): string =>
  vscode.workspace.asRelativePath(root);

interface ComparedFolder {
  readonly report: PullReport;
  /** The files that differ. Those that a list has room for have the content of the service. */
  readonly changes: readonly FileChange[];
  /** What was not compared, and why. */
  readonly notes: readonly string[];
}

/** Pulls to the folder, or tells what a pull would do, with progress. */
export async function compareWithService(
  context: RunContext,
  { id, url, name }: Connection,
  folder: ContentFolder,
  {
    type,
    ...how
  }: Pick<PullRequest, "removes" | "isDryRun"> & { readonly type?: string | undefined },
): Promise<ComparedFolder> {
  const path = folderName(folder);
  const settings = settingsFor(folder.settings, { name, url }, type === undefined ? [] : [type]);
  if (!settings) {
    const why = otherServiceWords(path, folder.settings);
    throw new Guidance([why, vscode.l10n.t("Choose another folder.")].join(" "));
  }
  const environment = environmentOf(settings, url) ?? "";
  const types = type === undefined ? settings.types : [type];
  const wordsOf = attributeWords;
  const request = { ...how, connection: id, folder, settings, environment, types, wordsOf };
  const title = how.isDryRun
    ? vscode.l10n.t("Comparing {folder} with {connection}", { folder: path, connection: name })
    : vscode.l10n.t("Pulling {connection} into {folder}", { folder: path, connection: name });
  const changes: FileChange[] = [];
  const onFiles = (page: readonly FileChange[]) => {
    // A list shows no more of them, and a first pull may create many files.
    const isFull = changes.length > maxListed;
    changes.push(
      ...page.map((change) => ({
        ...change,
        file: undefined,
        ...(isFull && { content: undefined }),
      })),
    );
    return Promise.resolve();
  };
  const report = await runTask(title, (signal, say) =>
    pullContent(request, context, { signal, onFiles, ...contentExportSteps(say) }),
  );
  return { report, changes, notes: gapLines(report, `${path}/${settingsName}`) };
}

/** The part of a list that shows files. Enter opens a file, beside the service's if both changed. */
export function fileList(
  { versionTexts }: RunContext,
  folder: ContentFolder,
  { changes, notes }: Pick<ComparedFolder, "changes" | "notes">,
  states: ServiceStates,
): Pick<ReviewList<FileChange>, "placeholder" | "rows" | "onOpen"> {
  const uriOf = ({ path }: FileChange) => vscode.Uri.file(join(folder.root, path));
  const serviceText = async ({ path, content = {} }: FileChange) => {
    const text = await folder.textFor(path, content);
    return versionTexts.show(path, text, `service ${folder.root} ${path}`);
  };
  const headings = fileHeadings();
  const order = Object.keys(headings);
  const described = changes
    .map((change) => ({ change, ...describeFile(change, states) }))
    .sort((file, other) => order.indexOf(file.state) - order.indexOf(other.state));
  const rows = described
    .slice(0, maxListed)
    .map(({ change, state, fields = [], reason }): OtherRow<FileChange> => ({
      label: change.path,
      description: nonEmpty(fields.join(", "), reason).join(" · "),
      heading: headings[state],
      ...((change.content ?? existsSync(uriOf(change).fsPath)) && { value: change }),
    }));
  const count = numeral(described.length - maxListed);
  const more = described.length > maxListed ? [vscode.l10n.t("{count} more", { count })] : [];
  return {
    placeholder: vscode.l10n.t("Press Enter on a file to open it"),
    rows: [...noteRows(notes), ...rows, ...noteRows(more)],
    onOpen: async (change) => {
      const [file, options] = [uriOf(change), { preview: true, preserveFocus: true }];
      if (!existsSync(file.fsPath))
        await vscode.window.showTextDocument(await serviceText(change), options);
      else if (change.content === undefined) await vscode.window.showTextDocument(file, options);
      else {
        const title = vscode.l10n.t("{file}: Service ↔ Folder", { file: change.path });
        await showDiff(await serviceText(change), file, title, options);
      }
    },
  };
}

/** A pull would change files that editors are about to overwrite. */
export function requireSaved({ root }: ContentFolder): void {
  const unsaved = vscode.workspace.textDocuments.find(
    ({ isDirty, uri }) => isDirty && isOnDisk(uri) && uri.fsPath.startsWith(root + sep),
  );
  if (!unsaved) return;
  const file = vscode.workspace.asRelativePath(unsaved.uri);
  throw new Guidance(
    vscode.l10n.t("{file} has unsaved changes. Save or revert them first.", { file }),
  );
}
