import * as vscode from "vscode";
import type * as contexts from "../commands/shared/commandContexts.ts";
import type { Targets } from "../commands/shared/targets.ts";
import { CheckDiagnostics } from "../editor/check/checkDiagnostics.ts";
import { checkFixes, offeredFixes } from "../editor/check/checkFixProvider.ts";
import { ComparedSides } from "../editor/compare/comparedSides.ts";
import { followLockedEditors } from "../editor/connect/lockButtons.ts";
import { factsFolding, foldFacts } from "../editor/edit/factsFoldingProvider.ts";
import { fieldActions, offeredActions } from "../editor/edit/fieldActionProvider.ts";
import { keyCompletion } from "../editor/edit/keyCompletionProvider.ts";
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
import { mediaCompletion } from "../editor/media/mediaCompletionProvider.ts";
import { referenceHover } from "../editor/media/referenceHoverProvider.ts";
import { MissingFileDiagnostics } from "../editor/media/missingFileDiagnostics.ts";
import { dropsOfMedia, mediaDrops } from "../editor/media/uploads.ts";
import { TargetDiagnostics } from "../editor/publish/targetDiagnostics.ts";
import { Gutter } from "../editor/save/gutter.ts";
import { PendingChanges } from "../editor/save/pendingChanges.ts";
import { StatusLensProvider } from "../editor/save/statusLensProvider.ts";
import { followUnsavedComparisons } from "../editor/save/unsavedComparisons.ts";
import { definitions, warnAboutSchemas } from "../editor/schemas/workspaceSchemas.ts";
import { followOpenTexts } from "../editor/shared/openTextKeys.ts";
import { isPulledFile } from "../files/shared/pulledFile.ts";
import {
  mediaScheme,
  schemaScheme,
  scheme,
  textScheme,
  versionScheme,
} from "../files/shared/documentUri.ts";
import type { CommandTable } from "../host/failures/commandRegistry.ts";
import { Pauses } from "../host/shared/pauses.ts";
import * as surfaces from "../host/surfaces/languageFeatures.ts";
import { MediaLibrary } from "../model/media/mediaLibrary.ts";
import { Pictures } from "../model/media/pictures.ts";
import { TargetStates } from "../model/publish/targetStates.ts";
import type { ResultsTree } from "../tree/resultsTree.ts";
import type * as commandCode from "./commandCode.ts";
import { openFiles, type Files } from "./fileSystems.ts";
import { createDocumentModel, type Model } from "./documentModel.ts";
import type { StartModel } from "./model.ts";
import { whileOpen } from "./openLifetime.ts";
import type { Owner } from "./ownership.ts";
import type { Tree } from "./tree.ts";

/** What commands are created with. It exists once the code of all commands has loaded. */
interface CommandSetup {
  readonly code: typeof commandCode;
  readonly targets: Targets;
  readonly results: ResultsTree;
  readonly services: contexts.ServiceContext;
  readonly changes: contexts.ChangeContext;
  readonly view: contexts.ViewContext;
  readonly runs: contexts.RunContext;
}

/** Where a feature registers what it does, for each time at which VS Code needs it. */
interface Stages {
  /** Owns what a feature keeps from the first document or command on. */
  readonly own: Owner;
  /** They run with the first open document. What they own is disposed with the last one. */
  readonly editors: ((context: EditorContext, own: Owner) => void)[];
  /** They run with the first command. */
  readonly commands: ((setup: CommandSetup) => CommandTable)[];
}

const inDocuments = { scheme };
const inVersions = { scheme: versionScheme };

/** Registers every feature. Returns what VS Code reads by scheme, and what loads all commands. */
export function registerFeatures(
  start: StartModel,
  tree: Tree,
  context: vscode.ExtensionContext,
  own: Owner,
) {
  const { extension, extensionUri } = context;
  const model = createDocumentModel(start, context, own);
  const files = openFiles(model, own);
  const stages: Stages = { own, editors: [], commands: [] };
  registerConnect(model, extension.id, stages);
  registerSchemas(model, own);
  registerTypes(stages);
  registerBrowse(model, tree, stages);
  registerFind(tree, extension.id, stages);
  registerCreate(model, files, tree, stages);
  registerSave(model, files, stages);
  const media = registerMedia(model, files, tree, stages);
  const { library } = media;
  const { problems, written } = registerEdit(model, media, stages);
  registerDocuments(files, stages);
  registerLocales(model, files, stages);
  const comparedSides = registerCompare(model, files, stages);
  registerDelete(stages);
  registerCheck(model, vscode.Uri.joinPath(extensionUri, "docs/checks.md"), stages);
  const states = registerPublish(model, stages);
  registerHistory(model, stages);
  registerBatch(stages);
  registerUsers(model, stages);
  registerExport(model, stages);
  registerImport(stages);
  registerFolder(stages);
  registerCopy(tree, stages);

  const { administrators, catalogs, connections, lists, locks } = model;
  const services = { administrators, catalogs, connections, lists, locks };
  const { documents, journal, lastEditors, pairStore, reader, signIns } = model;
  const { versionTexts } = files;
  const marks = { lastEditors, library, problems, states, written };
  const pauses = own(new Pauses());
  own(
    whileOpen((ownEditor) => {
      const pending = ownEditor(new PendingChanges(documents));
      const context = { ...services, ...marks, documents, pending, versionTexts };
      for (const open of stages.editors) open(context, ownEditor);
    }),
  );
  const loadCommands = async (): Promise<CommandTable> => {
    const code = await import("./commandCode.ts");
    const targets = new code.Targets(services);
    const results = own(new code.ResultsTree());
    const publication = new code.Publication(model);
    const changes = { ...services, documents, journal, publication, reader, versionTexts };
    const view = { ...changes, comparedSides, problems, texts: files.texts };
    const batches = new code.Batches({ ...changes, runs: model.runs });
    const runs = { ...changes, batches, pairStore, pauses, runs: model.runs, signIns };
    const setup: CommandSetup = { code, targets, results, services, changes, view, runs };
    return Object.fromEntries(stages.commands.flatMap((table) => Object.entries(table(setup))));
  };
  const fileSystems = {
    [scheme]: files.files,
    [textScheme]: files.texts,
    [mediaScheme]: files.previews,
  };
  const texts = { [versionScheme]: files.versionTexts, [schemaScheme]: files.schemaFiles };
  const openLink = async (link: vscode.Uri): Promise<void> =>
    (await import("./commandCode.ts")).openLink(model, link);
  return { fileSystems, texts, loadCommands, openLink };
}

function registerConnect(model: Model, extensionId: string, { own, commands }: Stages): void {
  const { connections, locks, projects, signIns } = model;
  own(followLockedEditors(connections, locks));
  commands.push(({ code, targets, services }) => ({
    ...code.accountCommands(services, targets, extensionId),
    ...code.connectionCommands(services, targets, projects, signIns),
    ...code.connectionFileCommands(connections),
    ...code.editingCommands(services, targets),
  }));
}

function registerSchemas(model: Model, own: Owner): void {
  const { catalogs, comparisons, connections, projects } = model;
  own(warnAboutSchemas(connections, comparisons));
  own(vscode.languages.registerDefinitionProvider(inDocuments, definitions(catalogs, projects)));
}

function registerTypes({ commands }: Stages): void {
  commands.push(({ code, targets, services }) => code.codeCommands(services, targets));
}

function registerBrowse({ recentFilters }: Model, tree: Tree, { commands }: Stages): void {
  commands.push(({ code, targets, results, services, changes }) => ({
    ...code.contentCommands(changes, targets, tree, results),
    ...code.listQueryCommands({ ...services, ...tree, recentFilters }, targets),
  }));
}

function registerFind({ showRow }: Tree, extensionId: string, { commands }: Stages): void {
  commands.push(({ code, targets, results, changes }) => ({
    ...code.findingCommands({ ...changes, results }, targets, extensionId, showRow),
    ...code.resultCommands(results),
  }));
}

function registerCreate(
  { catalogs }: Model,
  { newDocuments }: Files,
  { selectRow }: Tree,
  stages: Stages,
): void {
  stages.own(newDocuments.onDidCreate((address) => void selectRow(address)));
  stages.own(fillSlugs(catalogs));
  stages.own(surfaces.registerCompletion(inDocuments, slugCompletion(catalogs), '"'));
  stages.commands.push(({ code, targets, changes }) =>
    code.newCommands(changes, targets, newDocuments),
  );
}

function registerSave(model: Model, { underWay }: Files, stages: Stages): void {
  const { connections, documents, lastEditors, locks } = model;
  const { own, editors, commands } = stages;
  own(surfaces.registerFileMarks(own(new TabMarks({ documents, locks, underWay }))));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  own(followActiveDocument(documents, connections, locks, lastEditors));
  editors.push((context, ownEditor) => {
    ownEditor(surfaces.registerCodeLenses(inDocuments, ownEditor(new StatusLensProvider(context))));
    ownEditor(new Gutter(context));
    ownEditor(followUnsavedComparisons(context));
    ownEditor(followOpenTexts(context));
  });
  commands.push(({ code, targets, changes }) => code.reviewCommands(changes, targets));
}

/** Returns the media files that fields may name, and their pictures. */
function registerMedia(model: Model, { previews }: Files, tree: Tree, stages: Stages) {
  const { catalogs, connections } = model;
  const { own, editors, commands } = stages;
  const library = own(new MediaLibrary(catalogs));
  const pictures = new Pictures(connections);
  own(surfaces.registerHovers(inDocuments, referenceHover(catalogs, library, pictures)));
  own(surfaces.registerCompletion(inDocuments, mediaCompletion(catalogs, library, pictures), '"'));
  own(surfaces.registerDropEdits(inDocuments, mediaDrops(catalogs), dropsOfMedia));
  editors.push((context, ownEditor) => void ownEditor(new MissingFileDiagnostics(context)));
  commands.push(({ code, targets, changes }) => {
    const mediaFiles = new code.MediaFiles(changes);
    const media = { ...changes, library, previews, mediaFiles };
    return code.mediaLibraryCommands(media, targets, tree);
  });
  return { library, pictures };
}

/** Returns the problems shown in open documents, and the relations written there. */
function registerEdit(
  model: Model,
  media: ReturnType<typeof registerMedia>,
  { own, editors, commands }: Stages,
) {
  const { catalogs } = model;
  const problems = own(new Problems(model.documents));
  const written = new WrittenReferences(catalogs);
  own(surfaces.registerCompletion(inDocuments, keyCompletion(catalogs), '"'));
  own(surfaces.registerCompletion(inDocuments, choiceCompletion(catalogs), '"', ":"));
  own(surfaces.registerCompletion(inDocuments, relationCompletion(catalogs), '"'));
  own(surfaces.registerCodeLenses(inDocuments, proseLenses(catalogs)));
  own(surfaces.registerCodeActions(inDocuments, fieldActions(catalogs), offeredActions));
  own(vscode.languages.registerFoldingRangeProvider([inDocuments, inVersions], factsFolding));
  own(surfaces.registerDocumentLinks(inDocuments, relationLinks(written)));
  editors.push((context, ownEditor) => {
    ownEditor(foldFacts());
    ownEditor(problems.follow());
    ownEditor(validateOpenDocuments(context));
  });
  commands.push(({ code, services }) => code.choosingCommands(services, media));
  return { problems, written };
}

function registerDocuments({ prose }: Files, { own, commands }: Stages): void {
  commands.push(({ code, targets, changes }) => {
    const preview = own(new code.DocumentPreview(changes));
    return code.documentCommands(changes, targets, prose, preview);
  });
}

function registerLocales(model: Model, { newDocuments }: Files, stages: Stages): void {
  const translations = stages.own(new Translations(model));
  stages.editors.push((context, ownEditor) => void ownEditor(warnAboutSharedFields(context)));
  stages.commands.push(({ code, targets, view }) =>
    code.localeCommands({ ...view, newDocuments, translations }, targets),
  );
}

/** Returns the texts that the open comparisons show. */
function registerCompare(model: Model, { versionTexts }: Files, stages: Stages): ComparedSides {
  stages.own(surfaces.registerDocumentLinks(inVersions, versionTexts));
  stages.commands.push(({ code, targets, view }) => code.comparingCommands(view, targets));
  return stages.own(new ComparedSides(model.documents, versionTexts));
}

function registerDelete({ commands }: Stages): void {
  commands.push(({ code, targets, view }) => code.deleteCommands(view, targets));
}

function registerCheck(model: Model, rulesPage: vscode.Uri, { own, commands }: Stages): void {
  const { checks, checkSettings, connections, locks } = model;
  const fixes = checkFixes(own(new CheckDiagnostics(checks, connections)), locks);
  own(surfaces.registerCodeActions(inDocuments, fixes, offeredFixes));
  commands.push(({ code, targets, services }) =>
    code.checkingCommands({ ...services, checks, checkSettings }, targets, rulesPage),
  );
}

/** Each `ChangeContext` can publish. Returns which targets of relations are published. */
function registerPublish(model: Model, { own, editors, commands }: Stages): TargetStates {
  editors.push((context, ownEditor) => void ownEditor(new TargetDiagnostics(context)));
  commands.push(({ code, targets, view, runs }) =>
    code.publishCommands({ ...view, ...runs }, targets),
  );
  return own(new TargetStates(model));
}

function registerHistory({ recentFilters, schemaCache }: Model, { commands }: Stages): void {
  commands.push(({ code, targets, runs }) =>
    code.historyCommands(runs, targets, schemaCache, recentFilters),
  );
}

function registerBatch({ commands }: Stages): void {
  commands.push(({ code, targets, runs }) => ({
    ...code.batchCommands(runs, targets),
    ...code.replacingCommands(runs, targets),
  }));
}

function registerUsers({ accounts }: Model, { commands }: Stages): void {
  commands.push(({ code, targets, runs }) => code.userCommands({ ...runs, accounts }, targets));
}

function registerExport({ excludedFields }: Model, { commands }: Stages): void {
  commands.push(({ code, targets, runs }) =>
    code.exportingCommands({ ...runs, excludedFields }, targets),
  );
}

function registerImport({ commands }: Stages): void {
  commands.push(({ code, targets, runs }) =>
    code.importingCommands({ ...runs, imports: new code.Imports(runs) }, targets),
  );
}

type DocumentPosition = readonly [document: vscode.TextDocument, position: vscode.Position];

/** The code of folders loads with the first file of one. */
function registerFolder({ own, commands }: Stages): void {
  const inFiles = { scheme: "file", pattern: "**/*.{json,md}" };
  const provider = {
    provideCompletionItems: async (...[document, position]: DocumentPosition) => {
      if (!isPulledFile(document)) return undefined;
      const { targetCompletion } = await import("../editor/folder/relationTargets.ts");
      return targetCompletion(document, position);
    },
    provideDocumentLinks: async (document: vscode.TextDocument) => {
      if (!isPulledFile(document)) return undefined;
      const { targetLinks } = await import("../editor/folder/relationTargets.ts");
      return targetLinks(document);
    },
    provideHover: async (...[document, position]: DocumentPosition) => {
      if (!isPulledFile(document)) return undefined;
      const { targetHover } = await import("../editor/folder/relationTargets.ts");
      return targetHover(document, position);
    },
  };
  own(surfaces.registerCompletion({ scheme: "file", pattern: "**/*.json" }, provider, '"'));
  own(surfaces.registerDocumentLinks(inFiles, provider));
  own(surfaces.registerHovers(inFiles, provider));
  commands.push(({ code, targets, runs }) => code.folderCommands(runs, targets));
}

function registerCopy({ selectRow }: Tree, { commands }: Stages): void {
  commands.push(({ code, targets, results, runs }) =>
    code.environmentCommands(
      { ...runs, results, selectRow, copies: new code.Copies(runs) },
      targets,
    ),
  );
}
