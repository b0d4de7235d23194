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
import { Pauses } from "../host/shared/pauses.ts";
import {
  registerCodeActions,
  registerCodeLenses,
  registerCompletion,
  registerDocumentLinks,
  registerDropEdits,
  registerFileMarks,
  registerHovers,
} from "../host/surfaces/languageFeatures.ts";
import { MediaLibrary } from "../model/media/mediaLibrary.ts";
import { Pictures } from "../model/media/pictures.ts";
import { TargetStates } from "../model/publish/targetStates.ts";
import type { Files } from "./fileSystems.ts";
import type { Model } from "./model.ts";
import { whileOpen } from "./openLifetime.ts";
import type { Owner } from "./ownership.ts";

export { schemaText } from "../editor/schemas/schemaText.ts";

/** What commands use of the features in editors. */
export type Features = ReturnType<typeof registerFeatures>;

/** Registers what the features do in editors. */
export function registerFeatures(model: Model, files: Files, own: Owner) {
  const { catalogs, connections, documents, locks } = model;
  const { versionTexts } = files;

  const comparedSides = own(new ComparedSides(documents, versionTexts));
  const problems = own(new Problems(documents));
  own(followLockedEditors(connections, locks));
  own(warnAboutSchemas(connections, model.comparisons));
  const typeDefinitions = definitions(catalogs, model.projects);
  own(vscode.languages.registerDefinitionProvider({ scheme }, typeDefinitions));
  own(fillSlugs(catalogs));
  own(registerCompletion({ scheme }, slugCompletion(catalogs), '"'));
  own(registerFileMarks(own(new TabMarks(documents, locks, files.underWay))));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  own(followActiveDocument(documents, connections, locks, model.lastEditors));

  const library = own(new MediaLibrary(catalogs));
  const pictures = new Pictures(connections);
  own(registerHovers({ scheme }, mediaHover(catalogs, library, pictures)));
  own(registerCompletion({ scheme }, mediaCompletion(catalogs, library, pictures), '"'));
  own(registerDropEdits({ scheme }, mediaDrops(catalogs), dropsOfMedia));

  own(registerCompletion({ scheme }, choiceCompletion(catalogs), '"', ":"));
  own(registerCompletion({ scheme }, relationCompletion(catalogs), '"'));
  own(registerCodeLenses({ scheme }, proseLenses(catalogs)));
  own(registerCodeActions({ scheme }, fieldActions(catalogs), offeredActions));
  const folded = [{ scheme }, { scheme: versionScheme }];
  own(vscode.languages.registerFoldingRangeProvider(folded, factsFolding));
  const written = new WrittenReferences(catalogs);
  own(registerDocumentLinks({ scheme }, relationLinks(written)));
  own(registerDocumentLinks({ scheme: versionScheme }, versionTexts));
  const checked = own(new CheckDiagnostics(model.checks, connections));
  own(registerCodeActions({ scheme }, checkFixes(checked, locks), offeredFixes));
  const translations = own(new Translations(model));
  const states = own(new TargetStates({ catalogs, documents }));
  own(
    whileOpen((ownEditor) => {
      const pending = ownEditor(new PendingChanges(documents));
      const context = { ...model, versionTexts, library, problems, pending, written, states };
      ownEditor(registerCodeLenses({ scheme }, ownEditor(new StatusLensProvider(context))));
      ownEditor(new Gutter(context));
      ownEditor(followConflicts(documents));
      ownEditor(new MissingFileDiagnostics(context));
      ownEditor(foldFacts());
      ownEditor(problems.follow());
      ownEditor(validateOpenDocuments(context));
      ownEditor(warnAboutSharedFields(context));
      ownEditor(new TargetDiagnostics(context));
    }),
  );
  return { comparedSides, library, pauses: own(new Pauses()), problems, translations };
}
