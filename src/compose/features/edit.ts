import * as vscode from "vscode";
import type { ServiceContext } from "../../commands/dependencies.ts";
import { fieldActions, offeredActions } from "../../editor/fieldActions.ts";
import { factsFolding, foldFacts } from "../../editor/folding.ts";
import type { Problems } from "../../editor/problems.ts";
import { proseLenses } from "../../editor/proseLenses.ts";
import { relationLinks, WrittenReferences } from "../../editor/references.ts";
import { validateOpenDocuments } from "../../editor/validation.ts";
import { choiceCompletion, relationCompletion } from "../../editor/valueCompletion.ts";
import { versionScheme } from "../../editor/versions.ts";
import type { Prose } from "../../files/prose.ts";
import { scheme } from "../../files/uri.ts";
import {
  registerCodeActions,
  registerCodeLenses,
  registerCompletion,
  registerDocumentLinks,
} from "../../host/surfaces/languageFeatures.ts";
import type { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import type { FeatureRegistry } from "../registry.ts";

/** Returns the relations in open documents. */
export function registerEditFeature(
  { catalogs }: ServiceContext,
  problems: Problems,
  library: MediaLibrary,
  prose: Prose,
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
