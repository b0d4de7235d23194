import type { RecentFilters } from "../../host/collectionState.ts";
import type { SchemaCache } from "../../model/schemas/schemaCache.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerHistoryFeature(
  schemaCache: SchemaCache,
  recentFilters: RecentFilters,
  features: FeatureRegistry,
): void {
  features.addCommands(({ code, targets, runs }) =>
    code.historyCommands(runs, targets, schemaCache, recentFilters),
  );
}
