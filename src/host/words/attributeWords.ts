import * as vscode from "vscode";
import { isList } from "../../model/schemas/catalog.ts";
import type { SchemaWords } from "../../model/schemas/jsonSchema.ts";

type AttributeSchema = Parameters<SchemaWords["describe"]>[0];

/** What completion and hover say of the attributes of a document. `isLive`: it has no drafts. */
export const attributeWords = (isLive: boolean): SchemaWords => ({
  describe: (attribute, spread) => describe(attribute, isLive, spread),
  facts: vscode.l10n.t("Set by the service: never sent."),
  today: vscode.l10n.t("Today"),
  now: vscode.l10n.t("Now"),
});

/** Kind, limits and what a save of it means, a line each. */
function describe(
  attribute: AttributeSchema,
  isLive: boolean,
  spread?: "localized" | "shared",
): string {
  const lines = [
    [kindOf(attribute), ...limitsOf(attribute, isLive)].join(" · "),
    attribute.enum?.map(code).join(", "),
    attribute.regex === undefined ? undefined : vscode.l10n.t("Matches {0}", code(attribute.regex)),
    spread && spreadWords(spread),
    attribute.private === true
      ? vscode.l10n.t("Private: the service takes it and never shows it.")
      : undefined,
    attribute.description === undefined ? undefined : quoted(attribute.description),
  ];
  return lines.filter((line) => line !== undefined && line !== "").join("\n\n");
}

const spreadWords = (spread: "localized" | "shared"): string =>
  spread === "localized"
    ? vscode.l10n.t("Each locale has its own.")
    : vscode.l10n.t("Shared: all locales have the same.");

function kindOf(attribute: AttributeSchema): string {
  const { type, target, component, components } = attribute;
  const word = kindWord(attribute);
  const names = target ?? component ?? components?.join(", ");
  const isNamed = /^(?:relation|component|dynamiczone)$/.test(type) && names !== undefined;
  return isNamed ? `${word}: ${names.split(", ").map(code).join(", ")}` : word;
}

function kindWord(attribute: AttributeSchema): string {
  const { type } = attribute;
  if (type === "relation") return isList(attribute) ? toMany() : vscode.l10n.t("Relation to one");
  if (type === "component") {
    return isList(attribute) ? vscode.l10n.t("List of components") : vscode.l10n.t("Component");
  }
  if (type === "media") return isList(attribute) ? vscode.l10n.t("Files") : vscode.l10n.t("File");
  return scalarWords()[type] ?? code(type);
}

const toMany = (): string => vscode.l10n.t("Relation to many");

const scalarWords = (): Readonly<Record<string, string>> => ({
  string: vscode.l10n.t("Text"),
  text: vscode.l10n.t("Long text"),
  richtext: vscode.l10n.t("Rich text, as Markdown"),
  blocks: vscode.l10n.t("Rich text, as blocks"),
  uid: vscode.l10n.t("Part of a URL"),
  email: vscode.l10n.t("Email address"),
  password: vscode.l10n.t("Password"),
  enumeration: vscode.l10n.t("Choice"),
  boolean: vscode.l10n.t("Yes or no"),
  integer: vscode.l10n.t("Whole number"),
  biginteger: vscode.l10n.t("Large whole number, in quotes"),
  decimal: vscode.l10n.t("Number"),
  float: vscode.l10n.t("Number"),
  date: vscode.l10n.t("Date, such as 2026-03-01"),
  time: vscode.l10n.t("Time, such as 10:30:00"),
  datetime: vscode.l10n.t("Date and time, such as 2026-03-01T10:30:00Z"),
  timestamp: vscode.l10n.t("Date and time, such as 2026-03-01T10:30:00Z"),
  json: vscode.l10n.t("Any JSON"),
  dynamiczone: vscode.l10n.t("Dynamic zone"),
});

function limitsOf(attribute: AttributeSchema, isLive: boolean): string[] {
  const { required, unique } = attribute;
  const counted = /^(?:component|dynamiczone)$/.test(attribute.type);
  const limits = [
    required === true ? requiredWords(isLive) : "",
    lengthOf(attribute),
    counted ? countOf(attribute) : rangeOf(attribute),
    unique === true ? vscode.l10n.t("unique") : "",
  ];
  // Numbers, unless a service says something else, which is then to be no link either.
  return limits.filter((limit) => limit !== "").map((limit) => limit.replace(/[[\]<>`]/g, ""));
}

const requiredWords = (isLive: boolean): string =>
  isLive ? vscode.l10n.t("required") : vscode.l10n.t("required to publish");

function lengthOf({ minLength, maxLength }: AttributeSchema): string {
  if (minLength !== undefined && maxLength !== undefined) {
    return vscode.l10n.t("{0} to {1} characters", minLength, maxLength);
  }
  if (minLength !== undefined) return vscode.l10n.t("at least {0} characters", minLength);
  return maxLength === undefined ? "" : vscode.l10n.t("at most {0} characters", maxLength);
}

function countOf({ min, max }: AttributeSchema): string {
  if (min !== undefined && max !== undefined) return vscode.l10n.t("{0} to {1} entries", min, max);
  if (min !== undefined) return vscode.l10n.t("at least {0} entries", min);
  return max === undefined ? "" : vscode.l10n.t("at most {0} entries", max);
}

function rangeOf({ min, max }: AttributeSchema): string {
  if (min !== undefined && max !== undefined) return vscode.l10n.t("{0} to {1}", min, max);
  if (min !== undefined) return vscode.l10n.t("at least {0}", min);
  return max === undefined ? "" : vscode.l10n.t("at most {0}", max);
}

/** What a schema says is a text, and no Markdown. */
const code = (text: string): string => `\`${text.replaceAll("`", "ˋ").replaceAll("\n", " ")}\``;

const quoted = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, "\\$&");
