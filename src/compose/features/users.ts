import type { RunContext } from "../../commands/dependencies.ts";
import type { Accounts } from "../../model/connections/accounts.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerUsersFeature(
  runs: () => Promise<RunContext>,
  accounts: Accounts,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { userCommands } = await import("../../commands/batch/userCommands.ts");
    return userCommands({ ...(await runs()), accounts }, targets);
  });
}
