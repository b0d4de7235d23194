import type { ServiceContext } from "../../commands/dependencies.ts";
import { followLockedEditors } from "../../editor/lockedEditors.ts";
import type { SignIns } from "../../host/signIn.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import type { FeatureRegistry } from "../registry.ts";

/** `extension` is the extension's own id. */
export function registerConnectFeature(
  services: ServiceContext,
  projects: Projects,
  signIns: SignIns,
  extension: string,
  features: FeatureRegistry,
): void {
  const { connections, locks } = services;
  features.own(followLockedEditors(connections, locks));
  features.addCommands(async (targets) => {
    const { accountCommands } = await import("../../commands/connections/accountCommands.ts");
    return accountCommands(services, targets, extension);
  });
  features.addCommands(async (targets) => {
    const { connectionCommands } = await import("../../commands/connections/connectionCommands.ts");
    return connectionCommands(services, targets, projects, signIns);
  });
  features.addCommands(async () => {
    const { connectionFileCommands } =
      await import("../../commands/connections/connectionFiles.ts");
    return connectionFileCommands(connections);
  });
  features.addCommands(async (targets) => {
    const { editingCommands } = await import("../../commands/connections/editConnection.ts");
    return editingCommands(services, targets);
  });
}
