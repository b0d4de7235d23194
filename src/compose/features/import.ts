import type { RunContext } from "../../commands/dependencies.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerImportFeature(
  runs: () => Promise<RunContext>,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const [{ importingCommands }, { Imports }, context] = await Promise.all([
      import("../../commands/importing/importingCommands.ts"),
      import("../../model/bulk/importing/imports.ts"),
      runs(),
    ]);
    return importingCommands({ ...context, imports: new Imports(context) }, targets);
  });
}
