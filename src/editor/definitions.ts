import * as vscode from "vscode";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { ownerOf } from "../model/schemas/owner.ts";
import type { Projects } from "../model/schemas/projects.ts";
import { rangeOf, cursorAt, JsonLocations } from "./jsonLocations.ts";
import { rememberedType } from "./typedField.ts";

/** Navigates from a key of a document to the line of the workspace's schema that describes it. */
export const definitions = (catalogs: Catalogs, projects: Projects): vscode.DefinitionProvider => ({
  async provideDefinition(document, position): Promise<vscode.LocationLink[]> {
    const text = document.getText();
    const { path, isInKey, token } = cursorAt(text, document.offsetAt(position));
    const shape = rememberedType(document, catalogs);
    if (!shape || !isInKey || !token) return [];
    const places = new JsonLocations(text);
    const owner = ownerOf(path, shape, (at) => places.value(at));
    const project = owner && (await projects.of(shape.catalog));
    const file = owner && project?.files.get(owner.uid);
    if (!file) return [];
    const target = await targetIn(vscode.Uri.parse(file.uri), owner.attribute);
    return [{ ...target, originSelectionRange: rangeOf(document, token) }];
  },
});

/** Reads the current text of the file, in an editor or on disk. */
async function targetIn(uri: vscode.Uri, attribute: string | undefined) {
  const file = await vscode.workspace.openTextDocument(uri);
  const path = attribute === undefined ? [] : ["attributes", attribute];
  const targetRange = rangeOf(file, new JsonLocations(file.getText()).key(path));
  return { targetUri: uri, targetRange };
}
