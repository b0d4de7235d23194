import * as vscode from "vscode";
import {
  registerCodeActions,
  registerCodeLenses,
  registerCompletion,
  registerDocumentLinks,
  registerDropEdits,
  registerFileMarks,
  registerHovers,
} from "../host/surfaces/languageFeatures.ts";
import { checkFixes, offeredFixes } from "../editor/checkFixes.ts";
import { CheckProblems } from "../editor/checkProblems.ts";
import { choiceCompletion, relationCompletion } from "../editor/valueCompletion.ts";
import { ComparedSides } from "../editor/comparedSides.ts";
import { definitions, warnAboutSchemas } from "../editor/workspaceSchemas.ts";
import { relationLinks, WrittenReferences } from "../editor/references.ts";
import { mediaCompletion, mediaHover } from "../editor/mediaFeatures.ts";
import { dropsOfMedia, mediaDrops } from "../editor/uploads.ts";
import { Problems } from "../editor/problems.ts";
import { validateOpenDocuments } from "../editor/validation.ts";
import { proseLenses } from "../editor/proseLenses.ts";
import { versionScheme } from "../editor/versions.ts";
import { followLockedEditors } from "../editor/lockedEditors.ts";
import { factsFolding, foldFacts } from "../editor/folding.ts";
import { fieldActions, offeredActions } from "../editor/fieldActions.ts";
import { fillSlugs, slugCompletion } from "../editor/slugs.ts";
import { followActiveDocument } from "../editor/statusBar.ts";
import { TabMarks } from "../editor/tabMarks.ts";
import { scheme } from "../files/uri.ts";
import { MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import { Pictures } from "../model/documents/media/pictures.ts";
import { TargetStates } from "../model/changes/lifecycle/targetStates.ts";
import { Translations, warnAboutSharedFields } from "../editor/localeMarks.ts";
import { followConflicts } from "../editor/conflicts.ts";
import { Gutter } from "../editor/gutter.ts";
import { Lenses } from "../editor/lenses.ts";
import { MissingFiles } from "../editor/missingFiles.ts";
import { PendingChanges } from "../editor/pendingChanges.ts";
import { TargetProblems } from "../editor/targetProblems.ts";
import type { CommandDependencies } from "../commands/dependencies.ts";
import type { FileParts } from "./files.ts";
import type { Model } from "./model.ts";
import type { Owner } from "./own.ts";
import { whileOpen } from "./whileOpen.ts";

export type Editor = Pick<
  CommandDependencies,
  "comparedSides" | "library" | "problems" | "translations"
>;

/** Some features run only while a document is open. */
export function openEditor(fileParts: FileParts, own: Owner): Editor {
  const { catalogs, connections, comparisons, documents, locks, projects, versions, underWay } =
    fileParts;
  own(warnAboutSchemas(connections, comparisons));
  own(registerCompletion({ scheme }, choiceCompletion(catalogs), '"', ":"));
  own(vscode.languages.registerDefinitionProvider({ scheme }, definitions(catalogs, projects)));
  own(registerCodeLenses({ scheme }, proseLenses(catalogs)));
  own(registerFileMarks(own(new TabMarks(documents, locks, underWay))));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  own(followActiveDocument(documents, connections, locks, fileParts.lastEditors));
  own(registerDocumentLinks({ scheme: versionScheme }, versions));
  own(
    vscode.languages.registerFoldingRangeProvider(
      [{ scheme }, { scheme: versionScheme }],
      factsFolding,
    ),
  );
  own(followLockedEditors(connections, locks));
  const problems = own(new Problems(documents));
  const fixes = checkFixes(own(new CheckProblems(fileParts.checks, connections)), locks);
  own(registerCodeActions({ scheme }, fixes, offeredFixes));
  const library = openMedia(fileParts, own);
  const comparedSides = own(new ComparedSides(documents, versions));
  own(registerCompletion({ scheme }, relationCompletion(catalogs), '"'));
  const written = new WrittenReferences(catalogs);
  own(registerDocumentLinks({ scheme }, relationLinks(written)));
  const states = own(new TargetStates(fileParts));
  const translations = own(new Translations(fileParts));
  openFields(fileParts, own);
  own(
    whileOpen((own) => {
      const pending = own(new PendingChanges(documents));
      const context = { ...fileParts, library, pending, problems, written, states };
      own(foldFacts());
      own(registerCodeLenses({ scheme }, own(new Lenses(context))));
      own(warnAboutSharedFields(context));
      own(new Gutter(context));
      own(followConflicts(documents));
      own(problems.follow());
      own(validateOpenDocuments(context));
      own(new TargetProblems(context));
      own(new MissingFiles(context));
    }),
  );
  return { problems, library, translations, comparedSides };
}

function openFields({ catalogs }: Model, own: Owner): void {
  own(fillSlugs(catalogs));
  own(registerCompletion({ scheme }, slugCompletion(catalogs), '"'));
  own(registerCodeActions({ scheme }, fieldActions(catalogs), offeredActions));
}

function openMedia({ catalogs, connections }: Model, own: Owner): MediaLibrary {
  const library = own(new MediaLibrary(catalogs));
  const pictures = new Pictures(connections);
  own(registerHovers({ scheme }, mediaHover(catalogs, library, pictures)));
  own(registerCompletion({ scheme }, mediaCompletion(catalogs, library, pictures), '"'));
  own(registerDropEdits({ scheme }, mediaDrops(catalogs), dropsOfMedia));
  return library;
}
