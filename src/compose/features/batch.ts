import type { RunContext } from "../../commands/dependencies.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerBatchFeature(
  runs: () => Promise<RunContext>,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { batchCommands } = await import("../../commands/batch/batchCommands.ts");
    return batchCommands(await runs(), targets);
  });
  features.addCommands(async (targets) => {
    const { replacingCommands } = await import("../../commands/replacing.ts");
    return replacingCommands(await runs(), targets);
  });
}
