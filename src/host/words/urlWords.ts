import * as vscode from "vscode";

/** What is said of a text that is no URL to show documents at. */
export const noUrl = (): string =>
  vscode.l10n.t(
    "Enter an http or https URL without a user name or password. In its host, only {locale} can stand in braces.",
  );

/** What is said of a text that is no URL of a service. */
export const noServiceUrl = (): string =>
  vscode.l10n.t("Enter an http or https URL without a user name or password.");
