import * as l10n from "@vscode/l10n";

/** The message for an invalid preview URL or admin panel URL. */
export const noUrl = (): string =>
  l10n.t(
    "Enter an http or https URL without a user name or password. The only placeholder allowed in its host is {locale}.",
  );

/** The message for an invalid service URL. */
export const noServiceUrl = (): string =>
  l10n.t("Enter an http or https URL without a user name or password.");
