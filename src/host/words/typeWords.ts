import * as vscode from "vscode";

/**
 * The type of an attribute, in Strapi's words. `isList`: the attribute holds any number of values.
 * A type that Strapi doesn't have is shown unchanged.
 */
export function typeWord(type: string, isList: boolean): string {
  const words: Readonly<Record<string, string>> = {
    string: vscode.l10n.t("Text"),
    text: vscode.l10n.t("Long text"),
    richtext: vscode.l10n.t("Rich text (Markdown)"),
    blocks: vscode.l10n.t("Rich text (blocks)"),
    uid: vscode.l10n.t("UID"),
    email: vscode.l10n.t("Email"),
    password: vscode.l10n.t("Password"),
    enumeration: vscode.l10n.t("Enumeration"),
    boolean: vscode.l10n.t("Boolean"),
    integer: vscode.l10n.t("Integer"),
    biginteger: vscode.l10n.t("Big integer"),
    decimal: vscode.l10n.t("Decimal"),
    float: vscode.l10n.t("Float"),
    date: vscode.l10n.t("Date"),
    time: vscode.l10n.t("Time"),
    datetime: vscode.l10n.t("Date and time"),
    timestamp: vscode.l10n.t("Date and time"),
    json: vscode.l10n.t("JSON"),
    relation: isList ? vscode.l10n.t("Relation (multiple)") : vscode.l10n.t("Relation"),
    media: isList ? vscode.l10n.t("Media (multiple)") : vscode.l10n.t("Media"),
    component: isList ? vscode.l10n.t("Component (repeatable)") : vscode.l10n.t("Component"),
    dynamiczone: vscode.l10n.t("Dynamic zone"),
  };
  return Object.hasOwn(words, type) ? (words[type] ?? type) : type;
}
