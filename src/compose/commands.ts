import type * as vscode from "vscode";
import { accountCommands, adminCommands } from "../commands/connections/accountCommands.ts";
import { batchCommands } from "../commands/batch/batchCommands.ts";
import { checkingCommands } from "../commands/checking/checkContent.ts";
import { batchUserCommands } from "../commands/batch/batchUserCommands.ts";
import { choosingCommands } from "../commands/choosing/choosingCommands.ts";
import { codeCommands } from "../commands/codeCommands.ts";
import { collectionCommands } from "../commands/collectionCommands.ts";
import { comparingCommands } from "../commands/comparingCommands.ts";
import { connectionCommands } from "../commands/connections/connectionCommands.ts";
import { connectionFileCommands } from "../commands/connections/connectionFiles.ts";
import { contentCommands } from "../commands/contentCommands.ts";
import { documentCommands } from "../commands/documentCommands.ts";
import { editingCommands } from "../commands/connections/editConnection.ts";
import { environmentCommands } from "../commands/environments/environmentCommands.ts";
import { exportingCommands } from "../commands/exporting/exporting.ts";
import { findingCommands } from "../commands/finding/findContent.ts";
import { historyCommands } from "../commands/historyCommands.ts";
import { importingCommands } from "../commands/importing/importingCommands.ts";
import { localeCommands } from "../commands/localeCommands.ts";
import { lockCommands } from "../commands/connections/lockCommands.ts";
import { mediaLibraryCommands } from "../commands/media/mediaLibraryCommands.ts";
import { mediaCommands } from "../commands/mediaCommands.ts";
import { newCommands } from "../commands/newCommands.ts";
import { listQueryCommands } from "../commands/listQuery/listQueryCommands.ts";
import { openLink } from "../commands/finding/openLink.ts";
import { remedyCommands } from "../commands/connections/remedyCommands.ts";
import { replacingCommands } from "../commands/replacing.ts";
import { revealingCommands } from "../commands/finding/revealing.ts";
import { reviewCommands } from "../commands/reviewCommands.ts";
import { schemaCommands } from "../commands/schemaCommands.ts";
import { Targets } from "../commands/targets.ts";
import { textCommands } from "../commands/textCommands.ts";
import { urlCommands } from "../commands/urlCommands.ts";
import { userCommands } from "../commands/userCommands.ts";
import type { CommandTable } from "../host/commands.ts";
import { CopyFiles } from "../model/environments/copyFiles.ts";
import { describe } from "../texts/words.ts";
import { Batches } from "../model/bulk/batch/batches.ts";
import { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import { MediaFiles } from "../model/changes/lifecycle/mediaFiles.ts";
import { Copies } from "../model/environments/copies.ts";
import { Imports } from "../model/bulk/importing/imports.ts";
import type { Editor } from "./editor.ts";
import type { FileParts } from "./files.ts";
import type { openTree } from "./tree.ts";

export type CommandDependencies = FileParts &
  Editor &
  ReturnType<typeof openTree> & {
    /** The extension's own id, which its links begin with. */
    readonly extension: string;
    /** The folder of the extension's own files. */
    readonly storage: string;
  };

/** The parts that only commands use. */
interface CommandParts {
  readonly lifecycle: Lifecycle;
  readonly batches: Batches;
  readonly imports: Imports;
  readonly copies: Copies;
  readonly mediaFiles: MediaFiles;
  readonly copyFiles: CopyFiles;
}

/** Creates every command, one table per area, and the handler of links. */
export function openCommands(shown: CommandDependencies) {
  const lifecycle = new Lifecycle(shown);
  const batches = new Batches({ ...shown, lifecycle });
  const many = { imports: new Imports(shown), copies: new Copies({ ...shown, lifecycle }) };
  const files = {
    mediaFiles: new MediaFiles(shown),
    copyFiles: new CopyFiles(shown.storage, describe),
  };
  const everything = { ...shown, lifecycle, batches, ...many, ...files };
  return {
    table: Object.assign({}, ...tablesOf(everything)) as CommandTable,
    followLink: (link: vscode.Uri) => openLink(everything, link),
  };
}

function tablesOf(everything: CommandDependencies & CommandParts): readonly CommandTable[] {
  const { connections } = everything;
  const targets = new Targets(everything);
  return [
    accountCommands(everything, targets),
    adminCommands(everything, targets),
    batchCommands(everything, targets),
    batchUserCommands(everything, targets),
    checkingCommands(everything, targets),
    choosingCommands(everything),
    codeCommands(everything, targets),
    collectionCommands(everything, targets),
    comparingCommands(everything, targets),
    connectionCommands(everything, targets),
    connectionFileCommands(connections),
    contentCommands(everything),
    documentCommands(everything, targets),
    editingCommands(connections, targets),
    environmentCommands(everything, targets),
    exportingCommands(everything, targets),
    findingCommands(everything, targets),
    historyCommands(everything, targets),
    importingCommands(everything, targets),
    localeCommands(everything, targets),
    lockCommands(everything),
    mediaCommands(everything),
    mediaLibraryCommands(everything, targets),
    newCommands(everything, targets),
    listQueryCommands(everything, targets),
    remedyCommands(connections, targets),
    replacingCommands(everything, targets),
    revealingCommands(everything, targets),
    reviewCommands(everything),
    schemaCommands(everything, targets),
    textCommands(everything),
    urlCommands(everything, targets),
    userCommands(everything, targets),
  ];
}
