import * as vscode from "vscode";

/**
 * The language of the texts, for times and numbers in them. The workbench may be in a language into which they are
 * not translated: VS Code then has loaded no bundle of translations.
 */
export const textLanguage = (): string => (vscode.l10n.bundle ? vscode.env.language : "en");
