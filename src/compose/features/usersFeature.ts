import type { Accounts } from "../../model/connect/accounts.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerUsersFeature(accounts: Accounts, features: FeatureRegistry): void {
  features.addCommands(({ code, targets, runs }) =>
    code.userCommands({ ...runs, accounts }, targets),
  );
}
