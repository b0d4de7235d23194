import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerDeleteFeature(features: FeatureRegistry): void {
  features.addCommands(({ code, targets, view }) => code.deleteCommands(view, targets));
}
