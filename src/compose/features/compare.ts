import type { ViewContext } from "../../commands/dependencies.ts";
import { versionScheme } from "../../editor/versions.ts";
import { registerDocumentLinks } from "../../host/surfaces/languageFeatures.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerCompareFeature(view: ViewContext, features: FeatureRegistry): void {
  features.own(registerDocumentLinks({ scheme: versionScheme }, view.versions));
  features.addCommands(async (targets) => {
    const { comparingCommands } = await import("../../commands/comparing.ts");
    return comparingCommands(view, targets);
  });
}
