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
import { CheckFixes, offeredFixes } from "../editor/checkFixes.ts";
import { CheckProblems } from "../editor/checkProblems.ts";
import { ChoiceCompletion } from "../editor/choiceCompletion.ts";
import { ComparedSides } from "../editor/comparedSides.ts";
import { Definitions } from "../editor/definitions.ts";
import { Links } from "../editor/links.ts";
import { Media } from "../editor/mediaFeatures.ts";
import { dropsOfMedia } from "../editor/mediaDrop.ts";
import { Problems } from "../editor/problems.ts";
import { ProseLenses } from "../editor/proseLenses.ts";
import { versionScheme } from "../editor/versions.ts";
import { WrittenReferences } from "../editor/references.ts";
import { LockedEditors } from "../editor/lockedEditors.ts";
import { RelationCompletion } from "../editor/relationCompletion.ts";
import { SchemaDiagnostics } from "../editor/schemaDiagnostics.ts";
import { factsFolding } from "../editor/folding.ts";
import { FieldActions, offeredActions } from "../editor/fieldActions.ts";
import { fillSlugs, SlugCompletion } from "../editor/slugs.ts";
import { StatusBar } from "../editor/statusBar.ts";
import { TabMarks } from "../editor/tabMarks.ts";
import { scheme } from "../files/uri.ts";
import { TargetStates } from "../model/changes/lifecycle/targetStates.ts";
import { Translations } from "../editor/translations.ts";
import type { FileParts } from "./files.ts";
import type { Model } from "./model.ts";
import type { Owner } from "./own.ts";

export type Editor = ReturnType<typeof openEditor>;

/** Opens the writing features in and beside a document's editor. */
export function openEditor(shown: FileParts, own: Owner) {
  const { catalogs, connections, comparisons, documents, locks, projects, versions, underWay } =
    shown;
  own(new SchemaDiagnostics(connections, comparisons));
  const choices = new ChoiceCompletion(catalogs);
  own(registerCompletion({ scheme }, choices, '"', ":"));
  own(vscode.languages.registerDefinitionProvider({ scheme }, new Definitions(catalogs, projects)));
  own(registerCodeLenses({ scheme }, new ProseLenses(catalogs)));
  own(registerFileMarks(own(new TabMarks(documents, locks, underWay))));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  own(new StatusBar(shown));
  own(registerDocumentLinks({ scheme: versionScheme }, versions));
  own(
    vscode.languages.registerFoldingRangeProvider(
      [{ scheme }, { scheme: versionScheme }],
      factsFolding,
    ),
  );
  own(new LockedEditors(shown));
  const problems = own(new Problems(documents));
  const fixes = new CheckFixes(own(new CheckProblems(shown)), shown);
  own(registerCodeActions({ scheme }, fixes, offeredFixes));
  const media = openMedia(shown, own);
  const comparedSides = own(new ComparedSides(documents, versions));
  const targets = openRelations(shown, own);
  const translations = own(new Translations(shown));
  openFields(shown, own);
  return {
    problems,
    media,
    uploads: media.uploads,
    library: media.library,
    targets,
    translations,
    comparedSides,
  };
}

/** Relations: completion, links and warnings. */
function openRelations(model: Model, own: Owner) {
  const { catalogs } = model;
  const completion = new RelationCompletion(catalogs);
  own(registerCompletion({ scheme }, completion, '"'));
  const written = new WrittenReferences(catalogs);
  own(registerDocumentLinks({ scheme }, new Links(written)));
  return { written, states: own(new TargetStates(model)) };
}

/** Completion and actions for values that are generated or chosen. */
function openFields({ catalogs }: Model, own: Owner): void {
  own(fillSlugs(catalogs));
  own(registerCompletion({ scheme }, new SlugCompletion(catalogs), '"'));
  own(registerCodeActions({ scheme }, new FieldActions(catalogs), offeredActions));
}

/** The media files that documents name. */
function openMedia(model: Model, own: Owner): Media {
  const media = own(new Media(model));
  own(registerHovers({ scheme }, media.hover));
  own(registerCompletion({ scheme }, media.completion, '"'));
  own(registerDropEdits({ scheme }, media.drop, dropsOfMedia));
  return media;
}
