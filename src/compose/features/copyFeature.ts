import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerCopyFeature(features: FeatureRegistry): void {
  features.addCommands(({ code, targets, runs }) =>
    code.environmentCommands({ ...runs, copies: new code.Copies(runs) }, targets),
  );
}
