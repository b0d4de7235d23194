import * as vscode from "vscode";
import type { ViewContext } from "../../commands/dependencies.ts";
import { fieldActions, offeredActions } from "../../editor/fieldActions.ts";
import { factsFolding, foldFacts } from "../../editor/folding.ts";
import { proseLenses } from "../../editor/proseLenses.ts";
import { relationLinks, WrittenReferences } from "../../editor/references.ts";
import { followActiveDocument } from "../../editor/statusBar.ts";
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
import type { LastEditors } from "../../model/documents/lastEditors.ts";
import type { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import type { FeatureRegistry } from "../registry.ts";

/** Returns the relations in open documents, which publishing checks. */
export function registerEditFeature(
  view: ViewContext,
  lastEditors: LastEditors,
  library: MediaLibrary,
  prose: Prose,
  features: FeatureRegistry,
): WrittenReferences {
  const { own } = features;
  const { catalogs, connections, documents, locks } = view;
  own(registerCompletion({ scheme }, choiceCompletion(catalogs), '"', ":"));
  own(registerCompletion({ scheme }, relationCompletion(catalogs), '"'));
  own(registerCodeLenses({ scheme }, proseLenses(catalogs)));
  own(registerCodeActions({ scheme }, fieldActions(catalogs), offeredActions));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  own(followActiveDocument(documents, connections, locks, lastEditors));
  const folded = [{ scheme }, { scheme: versionScheme }];
  own(vscode.languages.registerFoldingRangeProvider(folded, factsFolding));
  const written = new WrittenReferences(catalogs);
  own(registerDocumentLinks({ scheme }, relationLinks(written)));
  features.addEditors((context, ownEditor) => {
    ownEditor(foldFacts());
    ownEditor(view.problems.follow());
    ownEditor(validateOpenDocuments(context));
  });
  features.addCommands(async () => {
    const { choosingCommands } = await import("../../commands/choosing/choosingCommands.ts");
    return choosingCommands(view, library);
  });
  features.addCommands(async (targets) => {
    const { documentCommands } = await import("../../commands/documentCommands.ts");
    return documentCommands(view, targets, prose);
  });
  return written;
}
