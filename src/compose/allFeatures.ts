import * as vscode from "vscode";
import { CheckDiagnostics } from "../editor/check/checkDiagnostics.ts";
import { checkFixes, offeredFixes } from "../editor/check/checkFixProvider.ts";
import { ComparedSides } from "../editor/compare/comparedSides.ts";
import { versionScheme } from "../editor/compare/versionTexts.ts";
import { followLockedEditors } from "../editor/connect/lockButtons.ts";
import { factsFolding, foldFacts } from "../editor/edit/factsFoldingProvider.ts";
import { fieldActions, offeredActions } from "../editor/edit/fieldActionProvider.ts";
import { proseLenses } from "../editor/edit/markdownLensProvider.ts";
import { Problems } from "../editor/edit/problems.ts";
import { fillSlugs, slugCompletion } from "../editor/edit/slugCompletionProvider.ts";
import { followActiveDocument } from "../editor/edit/statusItem.ts";
import { TabMarks } from "../editor/edit/tabMarks.ts";
import { validateOpenDocuments } from "../editor/edit/validationDiagnostics.ts";
import { choiceCompletion, relationCompletion } from "../editor/edit/valueCompletionProvider.ts";
import { relationLinks, WrittenReferences } from "../editor/edit/writtenReferences.ts";
import type { EditorContext } from "../editor/editorContext.ts";
import { Translations, warnAboutSharedFields } from "../editor/locales/localeMarks.ts";
import { mediaCompletion, mediaHover } from "../editor/media/mediaHoverProvider.ts";
import { MissingFileDiagnostics } from "../editor/media/missingFileDiagnostics.ts";
import { dropsOfMedia, mediaDrops } from "../editor/media/uploads.ts";
import { TargetDiagnostics } from "../editor/publish/targetDiagnostics.ts";
import { Gutter } from "../editor/save/gutter.ts";
import { PendingChanges } from "../editor/save/pendingChanges.ts";
import { followConflicts, StatusLensProvider } from "../editor/save/statusLensProvider.ts";
import { definitions, warnAboutSchemas } from "../editor/schemas/workspaceSchemas.ts";
import { scheme } from "../files/shared/documentUri.ts";
import type { CommandTable } from "../host/failures/commandRegistry.ts";
import { Pauses } from "../host/shared/pauses.ts";
import * as surfaces from "../host/surfaces/languageFeatures.ts";
import { MediaLibrary } from "../model/media/mediaLibrary.ts";
import { Pictures } from "../model/media/pictures.ts";
import { TargetStates } from "../model/publish/targetStates.ts";
import type { Files } from "./fileSystems.ts";
import type { Model } from "./model.ts";
import { whileOpen } from "./openLifetime.ts";
import type { Owner } from "./ownership.ts";
import type { Tree } from "./tree.ts";

export { schemaText } from "../editor/schemas/schemaText.ts";

/**
 * Registers what the features do in editors, under the name of each feature's folder. Returns what
 * loads the code of their commands, and opens links.
 */
export function registerFeatures(
  model: Model,
  files: Files,
  tree: Tree,
  { extension, extensionUri }: vscode.ExtensionContext,
  own: Owner,
) {
  const { catalogs, checks, connections, documents, journal, locks, projects } = model;
  const { newDocuments, previews, prose, texts, versionTexts } = files;
  const inDocuments = { scheme };
  const inVersions = { scheme: versionScheme };
  const problems = own(new Problems(documents));
  const pauses = own(new Pauses());

  // connect
  own(followLockedEditors(connections, locks));

  // types
  own(warnAboutSchemas(connections, model.comparisons));
  const provider = definitions(catalogs, projects);
  own(vscode.languages.registerDefinitionProvider(inDocuments, provider));

  // create
  own(fillSlugs(catalogs));
  own(surfaces.registerCompletion(inDocuments, slugCompletion(catalogs), '"'));

  // save
  own(surfaces.registerFileMarks(own(new TabMarks({ ...model, underWay: files.underWay }))));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  own(followActiveDocument(documents, connections, locks, model.lastEditors));

  // media
  const library = own(new MediaLibrary(catalogs));
  const pictures = new Pictures(connections);
  own(surfaces.registerHovers(inDocuments, mediaHover(catalogs, library, pictures)));
  own(surfaces.registerCompletion(inDocuments, mediaCompletion(catalogs, library, pictures), '"'));
  own(surfaces.registerDropEdits(inDocuments, mediaDrops(catalogs), dropsOfMedia));

  // edit
  own(surfaces.registerCompletion(inDocuments, choiceCompletion(catalogs), '"', ":"));
  own(surfaces.registerCompletion(inDocuments, relationCompletion(catalogs), '"'));
  own(surfaces.registerCodeLenses(inDocuments, proseLenses(catalogs)));
  own(surfaces.registerCodeActions(inDocuments, fieldActions(catalogs), offeredActions));
  own(vscode.languages.registerFoldingRangeProvider([inDocuments, inVersions], factsFolding));
  const written = new WrittenReferences(catalogs);
  own(surfaces.registerDocumentLinks(inDocuments, relationLinks(written)));

  // locales
  const translations = own(new Translations({ catalogs, documents, journal }));

  // compare
  const comparedSides = own(new ComparedSides(documents, versionTexts));
  own(surfaces.registerDocumentLinks(inVersions, versionTexts));

  // check
  const defects = own(new CheckDiagnostics(checks, connections));
  own(surfaces.registerCodeActions(inDocuments, checkFixes(defects, locks), offeredFixes));

  // publish
  const states = own(new TargetStates({ catalogs, documents }));

  const context = { ...model, versionTexts, library, problems, written, states };
  own(whileOpen((ownEditor) => openEditors(context, ownEditor)));
  return {
    loadCommands: async (): Promise<CommandTable> => {
      const code = await import("./commandCode.ts");
      const targets = new code.Targets(model);
      const changes = { ...model, versionTexts, publication: new code.Publication(model) };
      const view = { ...changes, comparedSides, problems, texts };
      const runs = { ...changes, batches: new code.Batches(changes), pauses };
      const media = { ...changes, library, previews, mediaFiles: new code.MediaFiles(changes) };
      const rulesPage = vscode.Uri.joinPath(extensionUri, "docs/checks.md");
      return {
        ...code.accountCommands(model, targets, extension.id),
        ...code.connectionCommands(model, targets, projects, model.signIns),
        ...code.connectionFileCommands(connections),
        ...code.editingCommands(model, targets),
        ...code.codeCommands(model, targets),
        ...code.contentCommands(changes, targets, tree),
        ...code.listQueryCommands(changes, targets),
        ...code.findingCommands(changes, targets, extension.id, tree.showRow),
        ...code.newCommands(changes, targets, newDocuments),
        ...code.reviewCommands(changes, targets),
        ...code.mediaLibraryCommands(media, targets),
        ...code.choosingCommands(changes, library),
        ...code.documentCommands(changes, targets, prose, own(new code.DocumentPreview(changes))),
        ...code.localeCommands({ ...view, newDocuments, translations }, targets),
        ...code.comparingCommands(view, targets),
        ...code.deleteCommands(view, targets),
        ...code.checkingCommands(model, targets, rulesPage),
        ...code.publishCommands({ ...view, ...runs }, targets),
        ...code.historyCommands(runs, targets, model.schemaCache, model.recentFilters),
        ...code.batchCommands(runs, targets),
        ...code.replacingCommands(runs, targets),
        ...code.userCommands(runs, targets),
        ...code.exportingCommands(runs, targets),
        ...code.importingCommands({ ...runs, imports: new code.Imports(runs) }, targets),
        ...code.environmentCommands({ ...runs, copies: new code.Copies(runs) }, targets),
      };
    },
    followLink: async (link: vscode.Uri) => {
      const { openLink } = await import("./commandCode.ts");
      await openLink(model, link);
    },
  };
}

/** What the features do while a document of the extension is open. */
function openEditors(withoutPending: Omit<EditorContext, "pending">, own: Owner): void {
  const { documents, problems } = withoutPending;
  const context = { ...withoutPending, pending: own(new PendingChanges(documents)) };
  own(surfaces.registerCodeLenses({ scheme }, own(new StatusLensProvider(context))));
  own(new Gutter(context));
  own(followConflicts(documents));
  own(new MissingFileDiagnostics(context));
  own(foldFacts());
  own(problems.follow());
  own(validateOpenDocuments(context));
  own(warnAboutSharedFields(context));
  own(new TargetDiagnostics(context));
}
