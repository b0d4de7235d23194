import * as vscode from "vscode";
import { schemaScheme, SchemaFiles } from "../editor/schemas/schemaFiles.ts";
import { register, registerLinks } from "../host/failures/commandRegistry.ts";
import { registerTexts } from "../host/surfaces/plainErrors.ts";
import { once } from "../model/foundation/asyncSteps.ts";
import type { Files } from "./fileSystems.ts";
import type { Model } from "./model.ts";
import { together } from "./ownership.ts";
import type { Owner } from "./ownership.ts";
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
  { extension }: vscode.ExtensionContext,
  own: Owner,
): void {
  const { comparisons, failures } = model;
  const load = once(async () => {
    const { registerFeatures } = await import("./features.ts");
    const [features, resources] = together((ownFeature) =>
      registerFeatures(model, files, ownFeature),
    );
    own(resources);
    return features;
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
  const schemaFiles = own(new SchemaFiles(model.catalogs, () => import("./features.ts")));
  own(registerTexts(schemaScheme, schemaFiles));
  own(vscode.workspace.onDidOpenTextDocument(look));
  own(
    comparisons.onDidChange((connection) => {
      if (comparisons.of(connection)?.differences.length) loadNow();
    }),
  );
  look();
  const loadCommands = once(async () => {
    const features = await load();
    const { createCommands } = await import("./commands.ts");
    return createCommands(model, files, tree, features, extension);
  });
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  const ids = contributes.commands.map(({ command }) => command);
  own(register(ids, loadCommands, failures));
  const followLink = async (link: vscode.Uri): Promise<void> => {
    await load();
    const { openLink } = await import("./commands.ts");
    await openLink(model, link);
  };
  own(registerLinks(followLink, failures));
}
