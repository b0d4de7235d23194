// The commands of all features. Their code loads with the first one, as one part of the bundle: each
// part that loads later splits the code that VS Code loads on activation into more files.
import * as vscode from "vscode";
import { batchCommands } from "../commands/batch/batchCommands.ts";
import { replacingCommands } from "../commands/batch/replaceCommands.ts";
import { contentCommands } from "../commands/browse/contentCommands.ts";
import { listQueryCommands } from "../commands/browse/listQueryCommands.ts";
import { checkingCommands } from "../commands/check/checkCommands.ts";
import { comparingCommands } from "../commands/compare/compareDocuments.ts";
import { accountCommands } from "../commands/connect/accountCommands.ts";
import { connectionCommands } from "../commands/connect/connectionCommands.ts";
import { connectionFileCommands } from "../commands/connect/connectionFileCommands.ts";
import { editingCommands } from "../commands/connect/editConnection.ts";
import { environmentCommands } from "../commands/copy/copyCommands.ts";
import { newCommands } from "../commands/create/createCommands.ts";
import { deleteCommands } from "../commands/delete/deleteDocument.ts";
import { documentCommands } from "../commands/documents/documentCommands.ts";
import { choosingCommands } from "../commands/edit/fieldCommands.ts";
import { exportingCommands } from "../commands/export/exportCommands.ts";
import { findingCommands } from "../commands/find/findCommands.ts";
import { historyCommands } from "../commands/history/historyCommands.ts";
import { importingCommands } from "../commands/import/importCommands.ts";
import { localeCommands } from "../commands/locales/localeCommands.ts";
import { mediaLibraryCommands } from "../commands/media/mediaLibraryCommands.ts";
import { publishCommands } from "../commands/publish/publishCommands.ts";
import { reviewCommands } from "../commands/save/saveCommands.ts";
import { Targets } from "../commands/shared/targets.ts";
import { codeCommands } from "../commands/types/typesCommands.ts";
import { userCommands } from "../commands/users/userCommands.ts";
import type { CommandTable } from "../host/failures/commandRegistry.ts";
import { Batches } from "../model/batch/batches.ts";
import { Copies } from "../model/copy/copies.ts";
import { Imports } from "../model/import/imports.ts";
import { MediaFiles } from "../model/media/mediaFiles.ts";
import { Publication } from "../model/publish/publication.ts";
import type { Features } from "./features.ts";
import type { Files } from "./fileSystems.ts";
import type { Model } from "./model.ts";
import type { Tree } from "./tree.ts";

export { openLink } from "../commands/shared/openDocument.ts";

/** Each table declares which part of the context it uses. */
export function createCommands(
  model: Model,
  files: Files,
  tree: Tree,
  features: Features,
  extension: vscode.Extension<unknown>,
): CommandTable {
  const { connections, projects, recentFilters, schemaCache, signIns } = model;
  const targets = new Targets(model);
  const changes = { ...model, ...files, ...features, publication: new Publication(model) };
  const context = { ...changes, batches: new Batches(changes) };
  return {
    ...accountCommands(context, targets, extension.id),
    ...connectionCommands(context, targets, projects, signIns),
    ...connectionFileCommands(connections),
    ...editingCommands(context, targets),
    ...codeCommands(context, targets),
    ...contentCommands(context, targets, tree),
    ...listQueryCommands(context, targets),
    ...findingCommands(context, targets, extension.id, tree.showRow),
    ...newCommands(context, targets, files.newDocuments),
    ...reviewCommands(context, targets),
    ...mediaLibraryCommands({ ...context, mediaFiles: new MediaFiles(context) }, targets),
    ...choosingCommands(context, features.library),
    ...documentCommands(context, targets, files.prose),
    ...localeCommands(context, targets),
    ...comparingCommands(context, targets),
    ...deleteCommands(context, targets),
    ...checkingCommands(
      context,
      targets,
      vscode.Uri.joinPath(extension.extensionUri, "docs/checks.md"),
    ),
    ...publishCommands(context, targets),
    ...historyCommands(context, targets, schemaCache, recentFilters),
    ...batchCommands(context, targets),
    ...replacingCommands(context, targets),
    ...userCommands(context, targets),
    ...exportingCommands(context, targets),
    ...importingCommands({ ...context, imports: new Imports(context) }, targets),
    ...environmentCommands({ ...context, copies: new Copies(context) }, targets),
  };
}
