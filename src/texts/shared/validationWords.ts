import * as l10n from "@vscode/l10n";
import { pathText } from "../../model/foundation/json.ts";
import type { Finding } from "../../model/foundation/valueProblem.ts";
import { wordsFor } from "./nameList.ts";
import { describeProblem, describeUnread } from "./unreadWords.ts";

export function describeFinding(finding: Finding): string {
  const field = pathText(finding.path);
  switch (finding.code) {
    case "not-a-choice":
      return l10n.t("{field} must be one of {values}.", {
        field,
        values: finding.choices.join(", "),
      });
    case "no-such-component":
      return l10n.t("The service has no such component. Allowed components: {components}.", {
        components: finding.choices.join(", "),
      });
    case "not-in-zone":
      return finding.severity === "error"
        ? l10n.t(
            "This component isn't allowed in this dynamic zone. Allowed components: {components}.",
            { components: finding.choices.join(", ") },
          )
        : l10n.t(
            "To be published, the dynamic zone must not have this component. Allowed components: {components}.",
            { components: finding.choices.join(", ") },
          );
    case "not-matching":
      return finding.severity === "error"
        ? l10n.t("{field} must match {pattern}.", { field, pattern: finding.pattern })
        : l10n.t("To be published, {field} must match {pattern}.", {
            field,
            pattern: finding.pattern,
          });
    case "rounded-by-database":
      return l10n.t("The database of the service stores {field} as {value}.", {
        field,
        value: finding.stored,
      });
    case "not-wholly-read":
      return describeUnread(field, finding.missing);
    case "slow-pattern":
      return l10n.t(
        "{field} was not checked because matching it against {pattern} took too long.",
        { field, pattern: finding.pattern },
      );
    case "not-a-block":
      return l10n.t("This part of the blocks requires {items}.", { items: finding.needs });
    case "too-long":
    case "too-short":
    case "too-many":
    case "too-few":
    case "too-large":
    case "too-small":
      return describeLimit(finding, field);
    default:
      return describePlain(finding, field);
  }
}

type Limited = Extract<Finding, { readonly limit: number }>;

/** Only warnings mention publishing, because every save rejects an error. */
function describeLimit({ code, limit, severity }: Limited, field: string): string {
  const isRefused = severity === "error";
  const counted = (singular: string, plural: string) => (limit === 1 ? singular : plural);
  return wordsFor(code, {
    "too-long": counted(
      l10n.t("{field} must have at most 1 character.", { field }),
      l10n.t("{field} must have at most {maximum} characters.", { field, maximum: limit }),
    ),
    "too-short": isRefused
      ? counted(
          l10n.t("{field} must have at least 1 character.", { field }),
          l10n.t("{field} must have at least {minimum} characters.", { field, minimum: limit }),
        )
      : counted(
          l10n.t("To be published, {field} must have at least 1 character.", { field }),
          l10n.t("To be published, {field} must have at least {minimum} characters.", {
            field,
            minimum: limit,
          }),
        ),
    "too-many": isRefused
      ? counted(
          l10n.t("{field} must have at most 1 entry.", { field }),
          l10n.t("{field} must have at most {maximum} entries.", { field, maximum: limit }),
        )
      : counted(
          l10n.t("To be published, {field} must have at most 1 entry.", { field }),
          l10n.t("To be published, {field} must have at most {maximum} entries.", {
            field,
            maximum: limit,
          }),
        ),
    "too-few": isRefused
      ? counted(
          l10n.t("{field} must have at least 1 entry.", { field }),
          l10n.t("{field} must have at least {minimum} entries.", { field, minimum: limit }),
        )
      : counted(
          l10n.t("To be published, {field} must have at least 1 entry.", { field }),
          l10n.t("To be published, {field} must have at least {minimum} entries.", {
            field,
            minimum: limit,
          }),
        ),
    "too-large": l10n.t("{field} must be at most {maximum}.", { field, maximum: limit }),
    "too-small": isRefused
      ? l10n.t("{field} must be at least {minimum}.", { field, minimum: limit })
      : l10n.t("To be published, {field} must be at least {minimum}.", { field, minimum: limit }),
  });
}

type PlainCode = Exclude<
  Finding["code"],
  | Limited["code"]
  | "not-a-choice"
  | "no-such-component"
  | "not-in-zone"
  | "not-matching"
  | "slow-pattern"
  | "rounded-by-database"
  | "not-a-block"
  | "not-wholly-read"
>;

type OwnCode = Exclude<PlainCode, Parameters<typeof describeProblem>[0]["why"]>;

type FieldWords = (field: string, isRefused: boolean) => string;

/** Every save publishes users and types without drafts, so it refuses what publishing requires. */
const plainWords: Readonly<Record<OwnCode, FieldWords> & Partial<Record<PlainCode, FieldWords>>> = {
  "unknown-key": (field) => l10n.t("{field} isn't in the schema, so it can't be saved.", { field }),
  required: (field, isRefused) =>
    isRefused
      ? l10n.t("{field} must not be empty.", { field })
      : l10n.t("To be published, {field} must not be empty.", { field }),
  "not-a-text": (field) => l10n.t("{field} must be a string.", { field }),
  "not-a-number": (field) => l10n.t("{field} must be a number.", { field }),
  "not-an-integer": (field) => l10n.t("{field} must be a whole number.", { field }),
  "not-a-boolean": (field) => l10n.t("{field} must be true or false.", { field }),
  "not-a-date": (field) => l10n.t("{field} must be a date, such as 2026-03-01.", { field }),
  "not-a-time": (field) => l10n.t("{field} must be a time, such as 10:30:00.", { field }),
  "not-a-moment": (field) =>
    l10n.t("{field} must be a date and time, such as 2026-03-01T10:30:00Z.", { field }),
  "no-time-zone": (field) =>
    l10n.t(
      "{field} has no time zone, so the service reads it in its own time zone. Add the zone, such as Z or +01:00.",
      { field },
    ),
  "not-an-email": (field, isRefused) =>
    isRefused
      ? l10n.t("{field} must be an email address.", { field })
      : l10n.t("To be published, {field} must be an email address.", { field }),
  "not-a-slug": (field, isRefused) =>
    isRefused
      ? l10n.t("{field} may contain only - _ . ~, letters and digits.", { field })
      : l10n.t("To be published, {field} may contain only - _ . ~, letters and digits.", { field }),
  "not-a-link": () =>
    l10n.t(
      "The url of a link must be a URL or an absolute path, such as https://example.com or /tea.",
    ),
  "not-blocks": (field) =>
    l10n.t("{field} must be an array of blocks. The service ignores other values.", { field }),
  "not-json": (field) => l10n.t("{field} must be JSON.", { field }),
  "doubled-key": (field) => l10n.t("{field} contains a duplicate key.", { field }),
  "rounded-number": (field) =>
    l10n.t(
      "{field} contains a number with more digits than JSON can represent. Enclose the number in quotation marks.",
      { field },
    ),
  "too-deep": (field) => l10n.t("Arrays and objects in {field} are nested too deeply.", { field }),
  "beyond-integer": (field) =>
    l10n.t(
      "{field} is out of range for PostgreSQL and MySQL. They store integers from -2147483648 to 2147483647.",
      { field },
    ),
  "beyond-big-integer": (field) =>
    l10n.t(
      "{field} is out of range for PostgreSQL and MySQL. They store big integers from -9223372036854775808 to 9223372036854775807.",
      { field },
    ),
  "year-zero": (field) =>
    l10n.t("{field} is a date in the year 0, which PostgreSQL can't store.", { field }),
  "null-character": (field) =>
    l10n.t("{field} contains the character U+0000, which PostgreSQL can't store.", { field }),
  "bare-json": (field) =>
    l10n.t(
      "{field} is a single string, which PostgreSQL and MySQL can't store as JSON. Put it in an object or an array.",
      { field },
    ),
  "foreign-id": () =>
    l10n.t("The document has no component with this id here. Saving creates a new component."),
  "doubled-id": () =>
    l10n.t(
      "This id occurs twice, and the service stores only one of the two components. Remove the id to create a new component.",
    ),
};

const describePlain = (
  { code, severity }: Pick<Finding, "severity"> & { readonly code: PlainCode },
  field: string,
): string =>
  plainWords[code]?.(field, severity === "error") ??
  describeProblem({ path: field, why: code as Exclude<PlainCode, OwnCode> });
