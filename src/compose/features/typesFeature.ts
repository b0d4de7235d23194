import * as vscode from "vscode";
import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { definitions, warnAboutSchemas } from "../../editor/schemas/workspaceSchemas.ts";
import { scheme } from "../../files/shared/documentUri.ts";
import type { ProjectComparisons } from "../../model/schemas/projectComparisons.ts";
import type { Projects } from "../../model/schemas/projects.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** Registers what concerns content types: those of the workspace, and generated code. */
export function registerTypesFeature(
  services: ServiceContext,
  projects: Projects,
  comparisons: ProjectComparisons,
  features: FeatureRegistry,
): void {
  const provider = definitions(services.catalogs, projects);
  features.own(warnAboutSchemas(services.connections, comparisons));
  features.own(vscode.languages.registerDefinitionProvider({ scheme }, provider));
  features.addCommands(({ code, targets }) => code.codeCommands(services, targets));
}
