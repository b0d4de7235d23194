import { getLocation } from "jsonc-parser";
import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import type { TypeInCatalog } from "../model/schemas/catalog.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { ownerOf } from "../model/schemas/owner.ts";
import type { Projects } from "../model/schemas/projects.ts";
import { rangeOf } from "./diagnostics.ts";
import { JsonLocations } from "./jsonLocations.ts";

/** Navigates from a key of a document to the line of the workspace's schema that describes it. */
export class Definitions implements vscode.DefinitionProvider {
  readonly #catalogs: Catalogs;
  readonly #projects: Projects;

  constructor(catalogs: Catalogs, projects: Projects) {
    this.#catalogs = catalogs;
    this.#projects = projects;
  }

  async provideDefinition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.LocationLink[]> {
    const text = document.getText();
    const { path, isAtPropertyKey, previousNode } = getLocation(text, document.offsetAt(position));
    const shape = this.#shapeOf(document.uri);
    if (!shape || !isAtPropertyKey || !previousNode) return [];
    const places = new JsonLocations(text);
    const owner = ownerOf(path, shape, (at) => places.value(at));
    const project = owner && (await this.#projects.of(shape.catalog));
    const file = owner && project?.files.get(owner.uid);
    if (!file) return [];
    const target = await targetIn(vscode.Uri.parse(file.uri), owner.attribute);
    return [{ ...target, originSelectionRange: rangeOf(document, previousNode) }];
  }

  /** Uses the cached type: an open document was read with it. */
  #shapeOf(uri: vscode.Uri): TypeInCatalog | undefined {
    const address = fromUri(uri);
    const catalog = address && this.#catalogs.remembered(address.connection);
    const type = address && catalog?.types.get(address.type);
    return catalog && type && { type, catalog };
  }
}

/** Reads the current text of the file, in an editor or on disk. */
async function targetIn(uri: vscode.Uri, attribute: string | undefined) {
  const file = await vscode.workspace.openTextDocument(uri);
  const path = attribute === undefined ? [] : ["attributes", attribute];
  const targetRange = rangeOf(file, new JsonLocations(file.getText()).key(path));
  return { targetUri: uri, targetRange };
}
