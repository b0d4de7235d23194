import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { followLockedEditors } from "../../editor/connect/lockButtons.ts";
import type { SignIns } from "../../host/connect/signInPrompts.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

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
  features.addCommands(({ code, targets }) => ({
    ...code.accountCommands(services, targets, extension),
    ...code.connectionCommands(services, targets, projects, signIns),
    ...code.connectionFileCommands(connections),
    ...code.editingCommands(services, targets),
  }));
}
