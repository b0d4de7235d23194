import type * as vscode from "vscode";
import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { checkFixes, offeredFixes } from "../../editor/check/checkFixProvider.ts";
import { CheckDiagnostics } from "../../editor/check/checkDiagnostics.ts";
import { scheme } from "../../files/shared/documentUri.ts";
import type { CheckSettingsFile } from "../../host/check/checkSettingsFile.ts";
import { registerCodeActions } from "../../host/surfaces/languageFeatures.ts";
import type { Checks } from "../../model/check/checks.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerCheckFeature(
  services: ServiceContext,
  checks: Checks,
  checkSettings: CheckSettingsFile,
  rulesPage: vscode.Uri,
  features: FeatureRegistry,
): void {
  const problems = features.own(new CheckDiagnostics(checks, services.connections));
  const fixes = checkFixes(problems, services.locks);
  features.own(registerCodeActions({ scheme }, fixes, offeredFixes));
  features.addCommands(({ code, targets }) =>
    code.checkingCommands({ ...services, checks, checkSettings }, targets, rulesPage),
  );
}
