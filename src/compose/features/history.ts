import type { RunContext } from "../../commands/dependencies.ts";
import type { RecentFilters } from "../../host/collectionState.ts";
import type { SchemaCache } from "../../model/schemas/schemaCache.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerHistoryFeature(
  runs: () => Promise<RunContext>,
  schemaCache: SchemaCache,
  recentFilters: RecentFilters,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { historyCommands } = await import("../../commands/historyCommands.ts");
    return historyCommands(await runs(), targets, schemaCache, recentFilters);
  });
}
