import { versionScheme } from "../../editor/versions.ts";
import type { Versions } from "../../editor/versions.ts";
import { registerDocumentLinks } from "../../host/surfaces/languageFeatures.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerCompareFeature(versions: Versions, features: FeatureRegistry): void {
  features.own(registerDocumentLinks({ scheme: versionScheme }, versions));
  features.addCommands(({ code, targets, view }) => code.comparingCommands(view, targets));
}
