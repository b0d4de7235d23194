import * as vscode from "vscode";
import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { fieldActions, offeredActions } from "../../editor/edit/fieldActionProvider.ts";
import { factsFolding, foldFacts } from "../../editor/edit/factsFoldingProvider.ts";
import type { Problems } from "../../editor/edit/problems.ts";
import { proseLenses } from "../../editor/edit/markdownLensProvider.ts";
import { relationLinks, WrittenReferences } from "../../editor/edit/writtenReferences.ts";
import { validateOpenDocuments } from "../../editor/edit/validationDiagnostics.ts";
import { choiceCompletion, relationCompletion } from "../../editor/edit/valueCompletionProvider.ts";
import { versionScheme } from "../../editor/compare/versionTexts.ts";
import type { ProseTexts } from "../../files/edit/proseTexts.ts";
import { scheme } from "../../files/shared/documentUri.ts";
import {
  registerCodeActions,
  registerCodeLenses,
  registerCompletion,
  registerDocumentLinks,
} from "../../host/surfaces/languageFeatures.ts";
import type { MediaLibrary } from "../../model/media/mediaLibrary.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** Returns the relations in open documents. */
export function registerEditFeature(
  { catalogs }: ServiceContext,
  problems: Problems,
  library: MediaLibrary,
  prose: ProseTexts,
  features: FeatureRegistry,
): WrittenReferences {
  const { own } = features;
  own(registerCompletion({ scheme }, choiceCompletion(catalogs), '"', ":"));
  own(registerCompletion({ scheme }, relationCompletion(catalogs), '"'));
  own(registerCodeLenses({ scheme }, proseLenses(catalogs)));
  own(registerCodeActions({ scheme }, fieldActions(catalogs), offeredActions));
  const folded = [{ scheme }, { scheme: versionScheme }];
  own(vscode.languages.registerFoldingRangeProvider(folded, factsFolding));
  const written = new WrittenReferences(catalogs);
  own(registerDocumentLinks({ scheme }, relationLinks(written)));
  features.addEditors((context, ownEditor) => {
    ownEditor(foldFacts());
    ownEditor(problems.follow());
    ownEditor(validateOpenDocuments(context));
  });
  features.addCommands(({ code, changes }) => code.choosingCommands(changes, library));
  features.addCommands(({ code, targets, changes }) =>
    code.documentCommands(changes, targets, prose),
  );
  return written;
}
