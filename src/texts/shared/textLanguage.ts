import * as l10n from "@vscode/l10n";

let language = "en";

/**
 * Sets the translations of all texts, and their language, which numbers and times in them have too.
 * Without a call, all texts are English.
 *
 * @param translations The bundle of VS Code, by message.
 * @param code The language's code, such as `de`.
 */
export function useTranslations(
  translations: Readonly<Record<string, string>>,
  code: string,
): void {
  l10n.config({ contents: { ...translations } });
  language = code;
}

export const textLanguage = (): string => language;
