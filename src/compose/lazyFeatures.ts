import * as vscode from "vscode";
import { isPulledFile, isContentInWorkspace } from "../files/shared/pulledFile.ts";
import {
  mediaScheme,
  schemaScheme,
  scheme,
  textScheme,
  versionScheme,
} from "../files/shared/documentUri.ts";
import { register, registerLinks } from "../host/failures/commandRegistry.ts";
import { hasPulledContent } from "../host/shared/contextKeys.ts";
import { registerFileSystem, registerTexts } from "../host/surfaces/plainErrors.ts";
import { once } from "../model/foundation/asyncSteps.ts";
import { LazyFiles, LazyTexts } from "./lazyProviders.ts";
import type { StartModel } from "./model.ts";
import { together, type Owner } from "./ownership.ts";
import type { Tree } from "./tree.ts";
import { isOpen } from "./openLifetime.ts";

const fileSchemes = [scheme, textScheme, mediaScheme] as const;
const textSchemes = [versionScheme, schemaScheme] as const;

/**
 * Loads the features when they are needed. That is with the first document or pulled file, the first
 * command, or a workspace file that a service differs from. Tree items are shown without them.
 */
export function offerFeatures(
  model: StartModel,
  tree: Tree,
  context: vscode.ExtensionContext,
  own: Owner,
): void {
  const { comparisons, failures } = model;
  const load = once(async () => {
    const { registerFeatures } = await import("./allFeatures.ts");
    const [features, resources] = together((ownFeatures) => {
      const registered = registerFeatures(model, tree, context, ownFeatures);
      for (const [name, files] of lazyFiles)
        ownFeatures(files.follow(registered.fileSystems[name]));
      for (const [name, texts] of lazyTexts) ownFeatures(texts.follow(registered.texts[name]));
      return registered;
    });
    own(resources);
    return features;
  });
  const lazyFiles = fileSchemes.map((name) => {
    const files = own(new LazyFiles(async () => (await load()).fileSystems[name]));
    own(
      registerFileSystem(name, files, { isCaseSensitive: true, isReadonly: name === mediaScheme }),
    );
    return [name, files] as const;
  });
  const lazyTexts = textSchemes.map((name) => {
    const texts = own(new LazyTexts(async () => (await load()).texts[name]));
    own(registerTexts(name, texts));
    return [name, texts] as const;
  });
  const loadNow = (): void => {
    load().catch((error: unknown) => {
      void failures.show(error, { id: "help", args: [], again: load });
    });
  };
  const look = (document: vscode.TextDocument): void => {
    const isPulled = isPulledFile(document);
    if (isPulled) hasPulledContent();
    if (isPulled || isOpen()) loadNow();
  };
  if (isContentInWorkspace()) hasPulledContent();
  own(vscode.workspace.onDidOpenTextDocument(look));
  own(
    comparisons.onDidChange((connection) => {
      if (comparisons.of(connection)?.differences.length) loadNow();
    }),
  );
  vscode.workspace.textDocuments.forEach(look);
  const commands = once(async () => (await load()).loadCommands());
  own(register(commandIds(context), commands, failures));
  own(registerLinks(async (link) => (await load()).openLink(link), failures));
}

function commandIds({ extension }: vscode.ExtensionContext): string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}
