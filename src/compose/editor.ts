import * as vscode from "vscode";
import { Definitions } from "../editor/definitions.ts";
import { Links } from "../editor/links.ts";
import { Media } from "../editor/media.ts";
import { dropsOfMedia } from "../editor/mediaDrop.ts";
import { Problems } from "../editor/problems.ts";
import { ProseLenses } from "../editor/proseLenses.ts";
import { WrittenReferences } from "../editor/references.ts";
import { RelationCompletion } from "../editor/relationCompletion.ts";
import { SchemaDifferences } from "../editor/schemaDifferences.ts";
import { schemaScheme, Schemas } from "../editor/schemas.ts";
import { StatusBar } from "../editor/statusBar.ts";
import { TabMarks } from "../editor/tabMarks.ts";
import { scheme } from "../files/uri.ts";
import { TargetStates } from "../model/references/targetStates.ts";
import type { Model } from "./model.ts";
import type { Own } from "./own.ts";

const { languages, window, workspace } = vscode;

/** What helps with writing, in and beside the editor of a document. */
export function openEditor(model: Model, own: Own) {
  openSchemas(model, own);
  own(languages.registerCodeLensProvider({ scheme }, new ProseLenses(model.catalogs)));
  own(window.registerFileDecorationProvider(own(new TabMarks(model.documents))));
  // VS Code goes on showing what an item said that had the same name before: there is one, hidden at most.
  own(new StatusBar(model));
  const problems = own(new Problems(model.documents));
  const media = openMedia(model, own);
  return { problems, media, uploads: media.uploads, targets: openRelations(model, own) };
}

/** What a document is made of: offered, explained, and held against the workspace's project. */
function openSchemas({ catalogs, connections, comparisons, projects }: Model, own: Own): void {
  const schemas = own(new Schemas(catalogs));
  own(workspace.registerTextDocumentContentProvider(schemaScheme, schemas));
  own(new SchemaDifferences(connections, comparisons));
  own(languages.registerDefinitionProvider({ scheme }, new Definitions(catalogs, projects)));
}

/** What documents point to: offered, linked and looked after. */
function openRelations(model: Model, own: Own) {
  const { catalogs } = model;
  const completion = new RelationCompletion(catalogs);
  own(languages.registerCompletionItemProvider({ scheme }, completion, '"'));
  const written = new WrittenReferences(catalogs);
  own(languages.registerDocumentLinkProvider({ scheme }, new Links(written)));
  return { written, states: own(new TargetStates(model)) };
}

/** The files that documents name. */
function openMedia(model: Model, own: Own): Media {
  const media = own(new Media(model));
  own(languages.registerHoverProvider({ scheme }, media.hover));
  own(languages.registerCompletionItemProvider({ scheme }, media.completion, '"'));
  own(languages.registerDocumentDropEditProvider({ scheme }, media.drop, dropsOfMedia));
  return media;
}
