import * as vscode from "vscode";

/** What is said of a text that is no URL to show documents at. */
export const noUrl = (): string =>
  vscode.l10n.t(
    "Give an http or https URL, without a user in it; of what may stand in braces, its host takes only the locale.",
  );

/** What is said of a text that is no URL of a service. */
export const noServiceUrl = (): string =>
  vscode.l10n.t("Give an http or https URL, without a user in it.");
