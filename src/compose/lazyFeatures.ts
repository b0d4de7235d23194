import * as vscode from "vscode";
import { schemaScheme, SchemaFiles } from "../editor/schemas/schemaFiles.ts";
import { register, registerLinks } from "../host/failures/commandRegistry.ts";
import { registerTexts } from "../host/surfaces/plainErrors.ts";
import { once } from "../model/foundation/asyncSteps.ts";
import type { Files } from "./fileSystems.ts";
import type { Model } from "./model.ts";
import { together, type Owner } from "./ownership.ts";
import type { Tree } from "./tree.ts";
import { isOpen } from "./openLifetime.ts";

/**
 * Loads the features when they are needed. That is with the first document, the first command, or a
 * workspace file that a service differs from. Tree items are shown without them.
 */
export function offerFeatures(
  model: Model,
  files: Files,
  tree: Tree,
  context: vscode.ExtensionContext,
  own: Owner,
): void {
  const { comparisons, failures } = model;
  const load = once(async () => {
    const { registerFeatures } = await import("./allFeatures.ts");
    const [loadCommands, resources] = together((ownFeatures) =>
      registerFeatures(model, files, tree, context, ownFeatures),
    );
    own(resources);
    return loadCommands;
  });
  const loadNow = (): void => {
    load().catch((error: unknown) => {
      void failures.show(error, { id: "help", args: [], again: load });
    });
  };
  const look = (): void => {
    if (isOpen()) loadNow();
  };
  // VS Code requests a schema only with a document.
  const schemaFiles = own(new SchemaFiles(model.catalogs, () => import("./allFeatures.ts")));
  own(registerTexts(schemaScheme, schemaFiles));
  own(vscode.workspace.onDidOpenTextDocument(look));
  own(
    comparisons.onDidChange((connection) => {
      if (comparisons.of(connection)?.differences.length) loadNow();
    }),
  );
  look();
  const commands = once(async () => (await load())());
  own(register(commandIds(context), commands, failures));
  const loadCode = () => import("./commandCode.ts");
  own(registerLinks(async (link) => (await loadCode()).openLink(model, link), failures));
}

function commandIds({ extension }: vscode.ExtensionContext): string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}
