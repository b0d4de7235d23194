import type { CollectionState } from "../../host/browse/collectionState.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerExportFeature(
  excludedFields: CollectionState<readonly string[]>,
  features: FeatureRegistry,
): void {
  features.addCommands(({ code, targets, runs }) =>
    code.exportingCommands({ ...runs, excludedFields }, targets),
  );
}
