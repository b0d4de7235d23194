import type { TreeRows } from "../../commands/browse/contentCommands.ts";
import type { RecentFilters } from "../../host/browse/collectionState.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

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
