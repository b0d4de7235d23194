import type { RunContext } from "../../commands/dependencies.ts";
import type { CollectionState } from "../../host/collectionState.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerExportFeature(
  runs: () => Promise<RunContext>,
  excludedFields: CollectionState<readonly string[]>,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { exportingCommands } = await import("../../commands/exporting/exporting.ts");
    return exportingCommands({ ...(await runs()), excludedFields }, targets);
  });
}
