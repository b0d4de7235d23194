import { versionScheme } from "../../editor/compare/versionTexts.ts";
import type { Versions } from "../../editor/compare/versionTexts.ts";
import { registerDocumentLinks } from "../../host/surfaces/languageFeatures.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerCompareFeature(versions: Versions, features: FeatureRegistry): void {
  features.own(registerDocumentLinks({ scheme: versionScheme }, versions));
  features.addCommands(({ code, targets, view }) => code.comparingCommands(view, targets));
}
