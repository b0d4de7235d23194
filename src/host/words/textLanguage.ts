import * as vscode from "vscode";

/**
 * The language of the extension's texts, used for times and numbers in them. If the texts aren't
 * translated to the language of VS Code, VS Code has loaded no translations.
 */
export const textLanguage = (): string => (vscode.l10n.bundle ? vscode.env.language : "en");
