import type { TreeRows } from "../../commands/contentCommands.ts";
import type { ChangeContext } from "../../commands/dependencies.ts";
import type { RecentFilters } from "../../host/collectionState.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerBrowseFeature(
  changes: ChangeContext,
  rows: TreeRows,
  recentFilters: RecentFilters,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { contentCommands } = await import("../../commands/contentCommands.ts");
    return contentCommands(changes, targets, rows);
  });
  features.addCommands(async (targets) => {
    const { listQueryCommands } = await import("../../commands/listQuery/listQueryCommands.ts");
    return listQueryCommands({ ...changes, recentFilters }, targets);
  });
}
