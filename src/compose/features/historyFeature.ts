import type { RecentFilters } from "../../host/browse/collectionState.ts";
import type { SchemaCache } from "../../model/schemas/schemaCache.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerHistoryFeature(
  schemaCache: SchemaCache,
  recentFilters: RecentFilters,
  features: FeatureRegistry,
): void {
  features.addCommands(({ code, targets, runs }) =>
    code.historyCommands(runs, targets, schemaCache, recentFilters),
  );
}
