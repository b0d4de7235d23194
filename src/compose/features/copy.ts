import type { RunContext } from "../../commands/dependencies.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerCopyFeature(
  runs: () => Promise<RunContext>,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const [{ environmentCommands }, { Copies }, context] = await Promise.all([
      import("../../commands/environments/environmentCommands.ts"),
      import("../../model/environments/copies.ts"),
      runs(),
    ]);
    return environmentCommands({ ...context, copies: new Copies(context) }, targets);
  });
}
