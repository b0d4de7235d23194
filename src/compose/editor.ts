import * as vscode from "vscode";
import { followConflicts } from "../editor/conflicts.ts";
import { Definitions } from "../editor/definitions.ts";
import { foldFacts } from "../editor/folding.ts";
import { Gutter } from "../editor/gutter.ts";
import { Lenses } from "../editor/lenses.ts";
import { Links } from "../editor/links.ts";
import { Media } from "../editor/media.ts";
import { dropsOfMedia } from "../editor/mediaDrop.ts";
import { PendingChanges } from "../editor/pendingChanges.ts";
import { Problems } from "../editor/problems.ts";
import { ProseLenses } from "../editor/proseLenses.ts";
import { WrittenReferences } from "../editor/references.ts";
import { RelationCompletion } from "../editor/relationCompletion.ts";
import { SchemaDifferences } from "../editor/schemaDifferences.ts";
import { schemaScheme, Schemas } from "../editor/schemas.ts";
import { SharedFields } from "../editor/sharedFields.ts";
import { StatusBar } from "../editor/statusBar.ts";
import { TabMarks } from "../editor/tabMarks.ts";
import { TargetProblems } from "../editor/targetProblems.ts";
import { Validation } from "../editor/validation.ts";
import type { Versions } from "../editor/versions.ts";
import { scheme } from "../files/uri.ts";
import { TargetStates } from "../model/targetStates.ts";
import type { Model } from "./model.ts";
import type { Own } from "./own.ts";

const { languages, window, workspace } = vscode;

/** What helps with writing, in and beside the editor of a document. */
export function openEditor(model: Model & { readonly versions: Versions }, own: Own) {
  openSchemas(model, own);
  openStanding(model, own);
  openRelations(model, own);
  const problems = openProblems(model, own);
  return { problems, uploads: openMedia(model, own).uploads };
}

/** What a document is made of: offered, explained, and held against the workspace's project. */
function openSchemas({ catalogs, connections, comparisons, projects }: Model, own: Own): void {
  const schemas = own(new Schemas(catalogs));
  own(workspace.registerTextDocumentContentProvider(schemaScheme, schemas));
  own(new SchemaDifferences(connections, comparisons));
  own(languages.registerDefinitionProvider({ scheme }, new Definitions(catalogs, projects)));
}

/** How a document stands: above it, beside its lines, on its tab and in the status bar. */
function openStanding(model: Model & { readonly versions: Versions }, own: Own): void {
  const { documents, catalogs, versions } = model;
  own(foldFacts());
  own(languages.registerCodeLensProvider({ scheme }, new ProseLenses(catalogs)));
  const pending = own(new PendingChanges(documents));
  const lenses = own(new Lenses({ ...model, pending }));
  own(languages.registerCodeLensProvider({ scheme }, lenses));
  own(new SharedFields({ documents, catalogs, pending }));
  own(new StatusBar(model));
  own(window.registerFileDecorationProvider(own(new TabMarks(documents))));
  own(new Gutter({ documents, pending, versions }));
  own(followConflicts(documents));
}

/** What documents point to: offered, linked and looked after. */
function openRelations({ catalogs, documents }: Model, own: Own): void {
  const completion = new RelationCompletion(catalogs);
  own(languages.registerCompletionItemProvider({ scheme }, completion, '"'));
  const written = new WrittenReferences(catalogs);
  own(languages.registerDocumentLinkProvider({ scheme }, new Links(written)));
  own(new TargetProblems({ documents, catalogs, written, states: new TargetStates() }));
}

/** What the service would refuse, and what it said. */
function openProblems({ catalogs, documents }: Model, own: Own): Problems {
  const problems = own(new Problems(documents));
  own(new Validation({ documents, catalogs, problems }));
  return problems;
}

/** The files that documents name. */
function openMedia(model: Model, own: Own): Media {
  const media = own(new Media(model));
  own(languages.registerHoverProvider({ scheme }, media.hover));
  own(languages.registerCompletionItemProvider({ scheme }, media.completion, '"'));
  own(languages.registerDocumentDropEditProvider({ scheme }, media.drop, dropsOfMedia));
  return media;
}
