import * as vscode from "vscode";
import { ComparedSides } from "../editor/comparedSides.ts";
import { Pauses } from "../host/pauses.ts";
import { PendingChanges } from "../editor/pendingChanges.ts";
import { Problems } from "../editor/problems.ts";
import { registerBatchFeature } from "./features/batch.ts";
import { registerBrowseFeature } from "./features/browse.ts";
import { registerCheckFeature } from "./features/check.ts";
import { registerCompareFeature } from "./features/compare.ts";
import { registerConnectFeature } from "./features/connect.ts";
import { registerCopyFeature } from "./features/copy.ts";
import { registerCreateFeature } from "./features/create.ts";
import { registerDeleteFeature } from "./features/delete.ts";
import { registerEditFeature } from "./features/edit.ts";
import { registerExportFeature } from "./features/export.ts";
import { registerFindFeature } from "./features/find.ts";
import { registerHistoryFeature } from "./features/history.ts";
import { registerImportFeature } from "./features/import.ts";
import { registerLocalesFeature } from "./features/locales.ts";
import { registerMediaFeature } from "./features/media.ts";
import { registerPublishFeature } from "./features/publish.ts";
import { registerSaveFeature } from "./features/save.ts";
import { registerTypesFeature } from "./features/types.ts";
import { registerUsersFeature } from "./features/users.ts";
import type { Files } from "./files.ts";
import type { Model } from "./model.ts";
import type { Owner } from "./own.ts";
import { FeatureRegistry } from "./registry.ts";
import type { Tree } from "./tree.ts";
import { whileOpen } from "./whileOpen.ts";

/** Registers every feature. Returns what loads the code of their commands, and opens links. */
export function registerFeatures(
  model: Model,
  files: Files,
  tree: Tree,
  { extension, extensionUri }: vscode.ExtensionContext,
  own: Owner,
) {
  const features = new FeatureRegistry(own);
  const { catalogs, documents, journal, lastEditors, projects, recentFilters, signIns } = model;
  const { newDocuments, texts, versions } = files;
  const comparedSides = own(new ComparedSides(documents, versions));
  const problems = own(new Problems(documents));
  const pauses = own(new Pauses());
  const rulesPage = vscode.Uri.joinPath(extensionUri, "docs/checks.md");

  registerConnectFeature(model, projects, signIns, extension.id, features);
  registerTypesFeature(model, projects, model.comparisons, features);
  registerBrowseFeature(tree, recentFilters, features);
  registerFindFeature(extension.id, tree.showRow, features);
  registerCreateFeature(catalogs, newDocuments, features);
  registerSaveFeature(model, documents, files.underWay, lastEditors, features);
  const library = registerMediaFeature(model, files.previews, features);
  const written = registerEditFeature(model, problems, library, files.prose, features);
  registerLocalesFeature(model, documents, journal, newDocuments, features);
  registerCompareFeature(versions, features);
  registerDeleteFeature(features);
  registerCheckFeature(model, model.checks, model.checkSettings, rulesPage, features);
  const states = registerPublishFeature(catalogs, documents, features);
  registerHistoryFeature(model.schemaCache, recentFilters, features);
  registerBatchFeature(features);
  registerUsersFeature(model.accounts, features);
  registerExportFeature(model.excludedFields, features);
  registerImportFeature(features);
  registerCopyFeature(features);

  const context = { ...model, versions, library, problems, written, states };
  own(
    whileOpen((ownEditor) => {
      const pending = ownEditor(new PendingChanges(documents));
      features.openEditors({ ...context, pending }, ownEditor);
    }),
  );
  return {
    loadCommands: async () => {
      const code = await import("./commandCode.ts");
      const changes = { ...model, versions, lifecycle: new code.Lifecycle(model) };
      const view = { ...changes, comparedSides, problems, texts };
      const runs = { ...changes, batches: new code.Batches(changes), pauses };
      return features.commands({ code, targets: new code.Targets(model), changes, view, runs });
    },
    followLink: async (link: vscode.Uri) => {
      const { openLink } = await import("./commandCode.ts");
      await openLink(model, link);
    },
  };
}
