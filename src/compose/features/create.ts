import type { ChangeContext } from "../../commands/dependencies.ts";
import { fillSlugs, slugCompletion } from "../../editor/slugs.ts";
import type { NewDocuments } from "../../files/newDocuments.ts";
import { scheme } from "../../files/uri.ts";
import { registerCompletion } from "../../host/surfaces/languageFeatures.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerCreateFeature(
  changes: ChangeContext,
  newDocuments: NewDocuments,
  features: FeatureRegistry,
): void {
  const { catalogs } = changes;
  features.own(fillSlugs(catalogs));
  features.own(registerCompletion({ scheme }, slugCompletion(catalogs), '"'));
  features.addCommands(async (targets) => {
    const { newCommands } = await import("../../commands/newCommands.ts");
    return newCommands(changes, targets, newDocuments);
  });
}
