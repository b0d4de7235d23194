import type { FeatureRegistry } from "../registry.ts";

export function registerDeleteFeature(features: FeatureRegistry): void {
  features.addCommands(({ code, targets, view }) => code.deleteCommands(view, targets));
}
