import * as l10n from "@vscode/l10n";
import { visible } from "../../model/foundation/visibleText.ts";
import { nonEmpty } from "../shared/nameList.ts";
import { markdownText } from "../shared/markdownText.ts";
import { isList } from "../../model/schemas/catalog.ts";
import { typeWord } from "./attributeTypeWords.ts";
import type { SchemaWords } from "../../model/edit/jsonSchema.ts";

type AttributeSchema = Parameters<SchemaWords["describe"]>[0];

/** The texts of completion and hover for attributes. `isLive`: the type has no drafts. */
export const attributeWords = (isLive: boolean): SchemaWords => ({
  /** The type, the limits and the effect of a save, one line each. */
  describe: (attribute, spread) => {
    const { enum: choices, regex, private: isPrivate, description } = attribute;
    return nonEmpty(
      [kindOf(attribute), ...limitsOf(attribute, isLive)].join(" · "),
      choices?.map(code).join(", "),
      regex !== undefined && l10n.t("Matches {pattern}", { pattern: code(regex) }),
      spread === "localized" && l10n.t("Each locale has its own value."),
      spread === "shared" && l10n.t("Shared across locales. All locales have the same value."),
      isPrivate && l10n.t("Private. The service accepts a value but never returns it."),
      description && markdownText(description),
    ).join("\n\n");
  },
  facts: l10n.t("Set by the service, as it was when this text was loaded. Saving doesn't send it."),
});

function kindOf(attribute: AttributeSchema): string {
  const { type, target, component, components } = attribute;
  const known = typeWord(type, isList(attribute));
  const word = known === type ? code(type) : known;
  const names = target ?? component ?? components?.join(", ");
  const isNamed = /^(?:relation|component|dynamiczone)$/.test(type) && names !== undefined;
  return isNamed ? `${word}: ${names.split(", ").map(code).join(", ")}` : word;
}

const suchAs = (value: string): string =>
  l10n.t({
    message: "such as {value}",
    args: { value },
    comment: ["In a list of the properties of a field; {value} is an example of a valid value"],
  });

/** The form of a value if its type doesn't tell it. */
const formOf = ({ type }: AttributeSchema): string =>
  new Map([
    [
      "biginteger",
      l10n.t({ message: "in quotes", comment: ["In a list of the properties of a field"] }),
    ],
    ["date", suchAs("2026-03-01")],
    ["time", suchAs("10:30:00")],
    ["datetime", suchAs("2026-03-01T10:30:00Z")],
    ["timestamp", suchAs("2026-03-01T10:30:00Z")],
  ]).get(type) ?? "";

function limitsOf(attribute: AttributeSchema, isLive: boolean): string[] {
  const { type, required, unique } = attribute;
  const isCounted = /^(?:component|dynamiczone)$/.test(type);
  const limits = nonEmpty(
    formOf(attribute),
    required &&
      (isLive
        ? l10n.t({ message: "required", comment: ["In a list of the properties of a field"] })
        : l10n.t({
            message: "required to publish",
            comment: ["In a list of the properties of a field"],
          })),
    lengthOf(attribute),
    isCounted ? countOf(attribute) : rangeOf(attribute),
    unique && l10n.t({ message: "unique", comment: ["In a list of the properties of a field"] }),
  );
  // Limits are numbers, but a service may return other text, which must not become a link.
  return limits.map((limit) => limit.replace(/[[\]<>`]/g, ""));
}

function lengthOf({ minLength, maxLength }: AttributeSchema): string {
  if (minLength !== undefined && maxLength !== undefined) {
    return l10n.t("{minimum} to {maximum} characters", { minimum: minLength, maximum: maxLength });
  }
  if (minLength !== undefined) {
    return minLength === 1
      ? l10n.t("at least 1 character")
      : l10n.t("at least {minimum} characters", { minimum: minLength });
  }
  if (maxLength === undefined) return "";
  return maxLength === 1
    ? l10n.t("at most 1 character")
    : l10n.t("at most {maximum} characters", { maximum: maxLength });
}

function countOf({ min, max }: AttributeSchema): string {
  if (min !== undefined && max !== undefined)
    return l10n.t("{minimum} to {maximum} entries", { minimum: min, maximum: max });
  if (min !== undefined) {
    return min === 1
      ? l10n.t("at least 1 entry")
      : l10n.t("at least {minimum} entries", { minimum: min });
  }
  if (max === undefined) return "";
  return max === 1
    ? l10n.t("at most 1 entry")
    : l10n.t("at most {maximum} entries", { maximum: max });
}

function rangeOf({ min, max }: AttributeSchema): string {
  if (min !== undefined && max !== undefined)
    return l10n.t("{minimum} to {maximum}", { minimum: min, maximum: max });
  if (min !== undefined) return l10n.t("at least {minimum}", { minimum: min });
  return max === undefined ? "" : l10n.t("at most {maximum}", { maximum: max });
}

/** Shows text from a schema as code, so that it isn't interpreted as Markdown. */
const code = (text: string): string => `\`${visible(text).replaceAll("`", "ˋ")}\``;
