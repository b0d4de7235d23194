import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerBatchFeature(features: FeatureRegistry): void {
  features.addCommands(({ code, targets, runs }) => code.batchCommands(runs, targets));
  features.addCommands(({ code, targets, runs }) => code.replacingCommands(runs, targets));
}
