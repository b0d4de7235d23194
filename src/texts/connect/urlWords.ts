import * as l10n from "@vscode/l10n";

export const noUrl = (): string =>
  l10n.t(
    "Enter an http or https URL without a user name or password. The only placeholder allowed in its host is {locale}.",
  );

export const noServiceUrl = (): string =>
  l10n.t("Enter an http or https URL without a user name or password.");
