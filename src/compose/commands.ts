import type * as vscode from "vscode";
import { accountCommands } from "../commands/connections/accountCommands.ts";
import { batchCommands } from "../commands/batch/batchCommands.ts";
import { checkingCommands } from "../commands/checking/checkContent.ts";
import { userCommands } from "../commands/batch/userCommands.ts";
import { choosingCommands } from "../commands/choosing/choosingCommands.ts";
import { codeCommands } from "../commands/codeCommands.ts";
import { contentCommands } from "../commands/contentCommands.ts";
import { comparingCommands } from "../commands/comparing.ts";
import { connectionCommands } from "../commands/connections/connectionCommands.ts";
import { connectionFileCommands } from "../commands/connections/connectionFiles.ts";
import { documentCommands } from "../commands/documentCommands.ts";
import { editingCommands } from "../commands/connections/editConnection.ts";
import { environmentCommands } from "../commands/environments/environmentCommands.ts";
import { exportingCommands } from "../commands/exporting/exporting.ts";
import { findingCommands } from "../commands/finding/findContent.ts";
import { historyCommands } from "../commands/historyCommands.ts";
import { importingCommands } from "../commands/importing/importingCommands.ts";
import { localeCommands } from "../commands/localeCommands.ts";
import { mediaLibraryCommands } from "../commands/media/mediaLibraryCommands.ts";
import { newCommands } from "../commands/newCommands.ts";
import { listQueryCommands } from "../commands/listQuery/listQueryCommands.ts";
import { openLink } from "../commands/finding/openDocument.ts";
import { replacingCommands } from "../commands/replacing.ts";
import { reviewCommands } from "../commands/reviewCommands.ts";
import { Targets } from "../commands/targets.ts";
import type { CommandTable } from "../host/commands.ts";
import { Batches } from "../model/bulk/batch/batches.ts";
import { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import { MediaFiles } from "../model/changes/lifecycle/mediaFiles.ts";
import { Copies } from "../model/environments/copies.ts";
import { Imports } from "../model/bulk/importing/imports.ts";
import type { CommandDependencies } from "../commands/dependencies.ts";

export type CommandSources = Omit<
  CommandDependencies,
  "lifecycle" | "batches" | "imports" | "copies" | "mediaFiles"
>;

export function openCommands(sources: CommandSources) {
  const lifecycle = new Lifecycle(sources);
  const dependencies: CommandDependencies = {
    ...sources,
    lifecycle,
    batches: new Batches({ ...sources, lifecycle }),
    imports: new Imports(sources),
    copies: new Copies({ ...sources, lifecycle }),
    mediaFiles: new MediaFiles(sources),
  };
  const targets = new Targets(dependencies);
  const tables: readonly CommandTable[] = [
    accountCommands(dependencies, targets),
    batchCommands(dependencies, targets),
    userCommands(dependencies, targets),
    checkingCommands(dependencies, targets),
    choosingCommands(dependencies),
    codeCommands(dependencies, targets),
    comparingCommands(dependencies, targets),
    connectionCommands(dependencies, targets),
    connectionFileCommands(dependencies.connections),
    contentCommands(dependencies, targets),
    documentCommands(dependencies, targets),
    editingCommands(dependencies, targets),
    environmentCommands(dependencies, targets),
    exportingCommands(dependencies, targets),
    findingCommands(dependencies, targets),
    historyCommands(dependencies, targets),
    importingCommands(dependencies, targets),
    localeCommands(dependencies, targets),
    mediaLibraryCommands(dependencies, targets),
    newCommands(dependencies, targets),
    listQueryCommands(dependencies, targets),
    replacingCommands(dependencies, targets),
    reviewCommands(dependencies),
  ];
  return {
    table: Object.assign({}, ...tables) as CommandTable,
    followLink: (link: vscode.Uri) => openLink(dependencies, link),
  };
}
