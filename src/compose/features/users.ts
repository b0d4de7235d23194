import type { Accounts } from "../../model/connections/accounts.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerUsersFeature(accounts: Accounts, features: FeatureRegistry): void {
  features.addCommands(({ code, targets, runs }) =>
    code.userCommands({ ...runs, accounts }, targets),
  );
}
