import { versionScheme, type VersionTexts } from "../../editor/compare/versionTexts.ts";
import { registerDocumentLinks } from "../../host/surfaces/languageFeatures.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerCompareFeature(
  versionTexts: VersionTexts,
  features: FeatureRegistry,
): void {
  features.own(registerDocumentLinks({ scheme: versionScheme }, versionTexts));
  features.addCommands(({ code, targets, view }) => code.comparingCommands(view, targets));
}
