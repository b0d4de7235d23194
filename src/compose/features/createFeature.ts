import { fillSlugs, slugCompletion } from "../../editor/edit/slugCompletionProvider.ts";
import type { NewDocuments } from "../../files/create/newDocuments.ts";
import { scheme } from "../../files/shared/documentUri.ts";
import { registerCompletion } from "../../host/surfaces/languageFeatures.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerCreateFeature(
  catalogs: Catalogs,
  newDocuments: NewDocuments,
  features: FeatureRegistry,
): void {
  features.own(fillSlugs(catalogs));
  features.own(registerCompletion({ scheme }, slugCompletion(catalogs), '"'));
  features.addCommands(({ code, targets, changes }) =>
    code.newCommands(changes, targets, newDocuments),
  );
}
