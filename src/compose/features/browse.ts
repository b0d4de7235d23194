import type { TreeRows } from "../../commands/contentCommands.ts";
import type { RecentFilters } from "../../host/collectionState.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerBrowseFeature(
  rows: TreeRows,
  recentFilters: RecentFilters,
  features: FeatureRegistry,
): void {
  features.addCommands(({ code, targets, changes }) =>
    code.contentCommands(changes, targets, rows),
  );
  features.addCommands(({ code, targets, changes }) =>
    code.listQueryCommands({ ...changes, recentFilters }, targets),
  );
}
