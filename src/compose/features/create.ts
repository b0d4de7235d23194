import { fillSlugs, slugCompletion } from "../../editor/slugs.ts";
import type { NewDocuments } from "../../files/newDocuments.ts";
import { scheme } from "../../files/uri.ts";
import { registerCompletion } from "../../host/surfaces/languageFeatures.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import type { FeatureRegistry } from "../registry.ts";

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
