import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerImportFeature(features: FeatureRegistry): void {
  features.addCommands(({ code, targets, runs }) =>
    code.importingCommands({ ...runs, imports: new code.Imports(runs) }, targets),
  );
}
