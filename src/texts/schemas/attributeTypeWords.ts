import * as l10n from "@vscode/l10n";
import { ownIn } from "../../model/foundation/json.ts";

/** The type in Strapi's words; another one unchanged. `isList`: it holds any number of values. */
export function typeWord(type: string, isList: boolean): string {
  const words: Readonly<Record<string, string>> = {
    string: l10n.t("Text"),
    text: l10n.t("Long text"),
    richtext: l10n.t("Rich text (Markdown)"),
    blocks: l10n.t("Rich text (blocks)"),
    uid: l10n.t("UID"),
    email: l10n.t("Email"),
    password: l10n.t("Password"),
    enumeration: l10n.t("Enumeration"),
    boolean: l10n.t("Boolean"),
    integer: l10n.t("Integer"),
    biginteger: l10n.t("Big integer"),
    decimal: l10n.t("Decimal"),
    float: l10n.t("Float"),
    date: l10n.t("Date"),
    time: l10n.t("Time"),
    datetime: l10n.t("Date and time"),
    timestamp: l10n.t("Date and time"),
    json: l10n.t("JSON"),
    relation: isList ? l10n.t("Relation (multiple)") : l10n.t("Relation"),
    media: isList ? l10n.t("Media (multiple)") : l10n.t("Media"),
    component: isList ? l10n.t("Component (repeatable)") : l10n.t("Component"),
    dynamiczone: l10n.t("Dynamic zone"),
  };
  return Object.hasOwn(words, type) ? (ownIn(words, type) ?? type) : type;
}
