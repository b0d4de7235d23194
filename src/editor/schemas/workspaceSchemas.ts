import * as vscode from "vscode";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { ownerOf } from "../../model/schemas/attributeOwner.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import { rangeOf, cursorAt, JsonLocations, rangeIn } from "../shared/jsonLocations.ts";
import { rememberedType } from "../edit/valueCompletionProvider.ts";
import { diagnosticOf, type Plain } from "../../host/surfaces/editorTexts.ts";
import { createDiagnostics } from "../../host/surfaces/languageFeatures.ts";
import { describeDifference } from "../../host/schemas/schemaTooltips.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { ProjectComparisons } from "../../model/schemas/projectComparisons.ts";

/** Navigates from a key of a document to the line of the workspace's schema that describes it. */
export const definitions = (catalogs: Catalogs, projects: Projects): vscode.DefinitionProvider => ({
  async provideDefinition(document, position): Promise<vscode.LocationLink[]> {
    const text = document.getText();
    const { path, isInKey, token } = cursorAt(text, document.offsetAt(position));
    const shape = rememberedType(document, catalogs);
    if (!shape || !isInKey || !token) return [];
    const locations = new JsonLocations(text);
    const owner = ownerOf(path, shape, (at) => locations.value(at));
    const project = owner && (await projects.of(shape.catalog));
    const file = owner && project?.files.get(owner.uid);
    if (!file) return [];
    const targetUri = vscode.Uri.parse(file.uri);
    // The current text of the file, in an editor or on disk.
    const target = await vscode.workspace.openTextDocument(targetUri);
    const keyPath = owner.attribute === undefined ? [] : ["attributes", owner.attribute];
    const targetRange = rangeOf(target, new JsonLocations(target.getText()).key(keyPath));
    return [{ targetUri, targetRange, originSelectionRange: rangeOf(document, token) }];
  },
});

const maxWarningsPerFile = 100;

export function warnAboutSchemas(connections: Connections, comparisons: ProjectComparisons) {
  const collection = createDiagnostics("cms-schema");
  // Updates all files: several connections may differ from one file.
  const show = (): void => {
    const diagnosticsByFile = new Map<string, Plain<vscode.Diagnostic>[]>();
    for (const { id, name } of connections.all) {
      const { project, differences = [] } = comparisons.of(id) ?? {};
      // The tree lists types that have no file in the workspace.
      for (const [uid, { uri, text }] of project?.files ?? []) {
        const fileDifferences = differences.filter((difference) => difference.uid === uid);
        if (fileDifferences.length === 0) continue;
        const locations = new JsonLocations(text);
        const diagnostics = fileDifferences.map((difference) => {
          const range = rangeIn(text, locations.key(difference.path));
          const message = describeDifference(difference, name);
          return diagnosticOf(range, message, vscode.DiagnosticSeverity.Warning);
        });
        const others = diagnosticsByFile.get(uri) ?? [];
        diagnosticsByFile.set(uri, [...others, ...diagnostics].slice(0, maxWarningsPerFile));
      }
    }
    collection.clear();
    collection.set(
      [...diagnosticsByFile].map(([uri, diagnostics]) => [vscode.Uri.parse(uri), diagnostics]),
    );
  };
  show();
  return vscode.Disposable.from(collection, comparisons.onDidChange(show));
}
