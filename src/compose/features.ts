import * as vscode from "vscode";
import type { ChangeContext, RunContext, ViewContext } from "../commands/dependencies.ts";
import { Targets } from "../commands/targets.ts";
import { ComparedSides } from "../editor/comparedSides.ts";
import { PendingChanges } from "../editor/pendingChanges.ts";
import { Problems } from "../editor/problems.ts";
import { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import { once } from "../model/foundation/async.ts";
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
  const { documents, projects, signIns, pairStore, recentFilters } = model;
  const { newDocuments, texts, versions } = files;
  const changes: ChangeContext = { ...model, versions, lifecycle: new Lifecycle(model) };
  const comparedSides = own(new ComparedSides(documents, versions));
  const view: ViewContext = {
    ...changes,
    comparedSides,
    texts,
    problems: own(new Problems(documents)),
  };
  const runs = once(async (): Promise<RunContext> => {
    const { Batches } = await import("../model/bulk/batch/batches.ts");
    const logged = { ...changes, pairStore, signIns, runs: model.runs };
    return { ...logged, batches: new Batches(logged) };
  });
  const rulesPage = vscode.Uri.joinPath(extensionUri, "docs/checks.md");

  registerConnectFeature(changes, projects, signIns, extension.id, features);
  registerTypesFeature(changes, projects, model.comparisons, features);
  registerBrowseFeature(changes, tree, recentFilters, features);
  registerFindFeature(changes, extension.id, tree.showRow, features);
  registerCreateFeature(changes, newDocuments, features);
  registerSaveFeature(changes, files.underWay, features);
  const media = registerMediaFeature(changes, files.previews, features);
  const written = registerEditFeature(
    view,
    model.lastEditors,
    media.library,
    files.prose,
    features,
  );
  registerLocalesFeature(view, newDocuments, features);
  registerCompareFeature(view, features);
  registerDeleteFeature(view, media, features);
  registerCheckFeature(changes, model.checks, model.checkSettings, rulesPage, features);
  const states = registerPublishFeature(view, runs, features);
  registerHistoryFeature(runs, model.schemaCache, recentFilters, features);
  registerBatchFeature(runs, features);
  registerUsersFeature(runs, model.accounts, features);
  registerExportFeature(runs, model.excludedFields, features);
  registerImportFeature(runs, features);
  registerCopyFeature(runs, features);

  const { lastEditors } = model;
  const { library } = media;
  own(
    whileOpen((ownOpen) => {
      const pending = ownOpen(new PendingChanges(documents));
      features.openEditors({ ...view, lastEditors, library, pending, written, states }, ownOpen);
    }),
  );
  return {
    load: once(() => features.loadCommands(new Targets(changes))),
    followLink: async (link: vscode.Uri) => {
      const { openLink } = await import("../commands/finding/openDocument.ts");
      await openLink(changes, link);
    },
  };
}
