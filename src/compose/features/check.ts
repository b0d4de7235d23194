import type * as vscode from "vscode";
import type { ServiceContext } from "../../commands/dependencies.ts";
import { checkFixes, offeredFixes } from "../../editor/checkFixes.ts";
import { CheckProblems } from "../../editor/checkProblems.ts";
import { scheme } from "../../files/uri.ts";
import type { CheckSettingsReader } from "../../host/checkSettings.ts";
import { registerCodeActions } from "../../host/surfaces/languageFeatures.ts";
import type { Checks } from "../../model/checks/checks.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerCheckFeature(
  services: ServiceContext,
  checks: Checks,
  checkSettings: CheckSettingsReader,
  rulesPage: vscode.Uri,
  features: FeatureRegistry,
): void {
  const problems = features.own(new CheckProblems(checks, services.connections));
  const fixes = checkFixes(problems, services.locks);
  features.own(registerCodeActions({ scheme }, fixes, offeredFixes));
  features.addCommands(({ code, targets }) =>
    code.checkingCommands({ ...services, checks, checkSettings }, targets, rulesPage),
  );
}
