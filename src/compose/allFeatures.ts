import * as vscode from "vscode";
import { ComparedSides } from "../editor/compare/comparedSides.ts";
import { Pauses } from "../host/shared/pauses.ts";
import { PendingChanges } from "../editor/save/pendingChanges.ts";
import { Problems } from "../editor/edit/problems.ts";
import { registerCheckFeature } from "./features/checkFeature.ts";
import { registerCompareFeature } from "./features/compareFeature.ts";
import { registerConnectFeature } from "./features/connectFeature.ts";
import { registerCreateFeature } from "./features/createFeature.ts";
import { registerEditFeature } from "./features/editFeature.ts";
import { registerLocalesFeature } from "./features/localesFeature.ts";
import { registerMediaFeature } from "./features/mediaFeature.ts";
import { registerPublishFeature } from "./features/publishFeature.ts";
import { registerSaveFeature } from "./features/saveFeature.ts";
import { registerTypesFeature } from "./features/typesFeature.ts";
import type { Files } from "./fileSystems.ts";
import type { Model } from "./model.ts";
import type { Owner } from "./ownership.ts";
import { FeatureRegistry } from "./featureRegistry.ts";
import type { Tree } from "./tree.ts";
import { whileOpen } from "./openLifetime.ts";

export { schemaText } from "../editor/schemas/schemaText.ts";

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
  const { newDocuments, texts, versionTexts } = files;
  const comparedSides = own(new ComparedSides(documents, versionTexts));
  const problems = own(new Problems(documents));
  const pauses = own(new Pauses());
  const rulesPage = vscode.Uri.joinPath(extensionUri, "docs/checks.md");

  registerConnectFeature(model, projects, signIns, extension.id, features);
  registerTypesFeature(model, projects, model.comparisons, features);
  features.addCommands(({ code, targets, changes }) => ({
    ...code.contentCommands(changes, targets, tree),
    ...code.listQueryCommands({ ...changes, recentFilters }, targets),
    ...code.findingCommands(changes, targets, extension.id, tree.showRow),
  }));
  registerCreateFeature(catalogs, newDocuments, features);
  registerSaveFeature(model, documents, files.underWay, lastEditors, features);
  const library = registerMediaFeature(model, files.previews, features);
  const written = registerEditFeature(model, problems, library, files.prose, features);
  registerLocalesFeature(model, documents, journal, newDocuments, features);
  registerCompareFeature(versionTexts, features);
  features.addCommands(({ code, targets, view }) => code.deleteCommands(view, targets));
  registerCheckFeature(model, model.checks, model.checkSettings, rulesPage, features);
  const states = registerPublishFeature(catalogs, documents, features);
  const { accounts, excludedFields, schemaCache } = model;
  features.addCommands(({ code, targets, runs }) => ({
    ...code.historyCommands(runs, targets, schemaCache, recentFilters),
    ...code.batchCommands(runs, targets),
    ...code.replacingCommands(runs, targets),
    ...code.userCommands({ ...runs, accounts }, targets),
    ...code.exportingCommands({ ...runs, excludedFields }, targets),
    ...code.importingCommands({ ...runs, imports: new code.Imports(runs) }, targets),
    ...code.environmentCommands({ ...runs, copies: new code.Copies(runs) }, targets),
  }));

  const context = { ...model, versionTexts, library, problems, written, states };
  own(
    whileOpen((ownEditor) => {
      const pending = ownEditor(new PendingChanges(documents));
      features.openEditors({ ...context, pending }, ownEditor);
    }),
  );
  return {
    loadCommands: async () => {
      const code = await import("./commandCode.ts");
      const changes = { ...model, versionTexts, publication: new code.Publication(model) };
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
