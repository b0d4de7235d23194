import * as vscode from "vscode";
import type { Finding } from "../../model/foundation/contentProblem.ts";
import { describeProblem, describeUnread } from "./problemWords.ts";

/** The problem in a document, and how to fix it. */
export function describeFinding(finding: Finding): string {
  const name = pathText(finding.path);
  switch (finding.code) {
    case "not-a-choice":
      return vscode.l10n.t("{0} must be one of {1}.", name, finding.choices.join(", "));
    case "no-such-component":
      return vscode.l10n.t(
        "The service has no such component: here may stand {0}.",
        finding.choices.join(", "),
      );
    case "not-in-zone":
      return vscode.l10n.t(
        "This component is not meant for this place: here may stand {0}.",
        finding.choices.join(", "),
      );
    case "not-matching":
      return finding.severity === "error"
        ? vscode.l10n.t("{0} must match {1}.", name, finding.pattern)
        : vscode.l10n.t("To be published, {0} must match {1}.", name, finding.pattern);
    case "not-wholly-read":
      return describeUnread(name, finding.missing);
    case "slow-pattern":
      return vscode.l10n.t(
        "{0} was not checked: matching it against {1} took too long.",
        name,
        finding.pattern,
      );
    case "not-a-block":
      return vscode.l10n.t("This part of the blocks needs {0}.", finding.needs);
    case "too-long":
    case "too-short":
    case "too-many":
    case "too-few":
    case "too-large":
    case "too-small":
      return describeLimit(finding, name);
    default:
      return describePlain(finding, name);
  }
}

type Limited = Extract<Finding, { readonly limit: number }>;

/** Only warnings mention publishing, because every save rejects an error. */
function describeLimit({ code, limit, severity }: Limited, name: string): string {
  const isRefused = severity === "error";
  const words: Record<Limited["code"], string> = {
    "too-long": vscode.l10n.t("{0} must have at most {1} characters.", name, limit),
    "too-short": isRefused
      ? vscode.l10n.t("{0} must have at least {1} characters.", name, limit)
      : vscode.l10n.t("To be published, {0} must have at least {1} characters.", name, limit),
    "too-many": isRefused
      ? vscode.l10n.t("{0} must have at most {1} entries.", name, limit)
      : vscode.l10n.t("To be published, {0} must have at most {1} entries.", name, limit),
    "too-few": isRefused
      ? vscode.l10n.t("{0} must have at least {1} entries.", name, limit)
      : vscode.l10n.t("To be published, {0} must have at least {1} entries.", name, limit),
    "too-large": vscode.l10n.t("{0} must be at most {1}.", name, limit),
    "too-small": isRefused
      ? vscode.l10n.t("{0} must be at least {1}.", name, limit)
      : vscode.l10n.t("To be published, {0} must be at least {1}.", name, limit),
  };
  return words[code];
}

type PlainCode = Exclude<
  Finding["code"],
  | Limited["code"]
  | "not-a-choice"
  | "no-such-component"
  | "not-in-zone"
  | "not-matching"
  | "slow-pattern"
  | "not-a-block"
  | "not-wholly-read"
>;

type OwnCode = Exclude<PlainCode, Parameters<typeof describeProblem>[0]["why"]>;

const plainWords: Readonly<Record<OwnCode, (name: string) => string>> &
  Readonly<Partial<Record<PlainCode, (name: string) => string>>> = {
  "unknown-key": (name) => vscode.l10n.t("{0} isn't in the schema, so it can't be saved.", name),
  required: (name) => vscode.l10n.t("To be published, {0} must not be empty.", name),
  "not-a-text": (name) => vscode.l10n.t("{0} must be a text.", name),
  "not-a-number": (name) => vscode.l10n.t("{0} must be a number.", name),
  "not-an-integer": (name) => vscode.l10n.t("{0} must be a whole number.", name),
  "not-a-boolean": (name) => vscode.l10n.t("{0} must be true or false.", name),
  "not-a-date": (name) => vscode.l10n.t("{0} must be a date, such as 2026-03-01.", name),
  "not-a-time": (name) => vscode.l10n.t("{0} must be a time, such as 10:30:00.", name),
  "not-a-moment": (name) =>
    vscode.l10n.t("{0} must be a date and a time, such as 2026-03-01T10:30:00Z.", name),
  "not-an-email": (name) => vscode.l10n.t("To be published, {0} must be an email address.", name),
  "not-a-slug": (name) =>
    vscode.l10n.t("To be published, {0} may contain only - _ . ~, letters and digits.", name),
  "not-a-link": () =>
    vscode.l10n.t("A link needs a url that leads somewhere, such as https://example.com or /tea."),
  "not-blocks": (name) =>
    vscode.l10n.t("{0} must be a list of blocks: the service would keep nothing of this.", name),
  "not-json": (name) => vscode.l10n.t("{0} must be JSON.", name),
  "doubled-key": (name) => vscode.l10n.t("In {0} a key stands twice.", name),
  "rounded-number": (name) =>
    vscode.l10n.t("In {0} a number has more digits than JSON can carry: put it in quotes.", name),
  "too-deep": (name) => vscode.l10n.t("In {0} lists and objects are nested too deeply.", name),
  "beyond-integer": (name) =>
    vscode.l10n.t("{0}: PostgreSQL and MySQL store integers from -2147483648 to 2147483647.", name),
  "beyond-big-integer": (name) =>
    vscode.l10n.t(
      "{0}: PostgreSQL and MySQL store big integers from -9223372036854775808 to 9223372036854775807.",
      name,
    ),
  "year-zero": (name) => vscode.l10n.t("{0}: PostgreSQL stores no date in the year 0.", name),
  "null-character": (name) =>
    vscode.l10n.t("{0}: PostgreSQL stores no text with the character U+0000.", name),
  "bare-json": (name) =>
    vscode.l10n.t(
      "{0}: PostgreSQL and MySQL store no text alone as JSON. Put it in an object or a list.",
      name,
    ),
  "foreign-id": () =>
    vscode.l10n.t(
      "The document has no component with this id here: take the id out to make a new one.",
    ),
  "doubled-id": () =>
    vscode.l10n.t(
      "This id stands twice, and the service would keep one of the two: take the id out to make a new one.",
    ),
};

/**
 * Users and types without drafts are published by every save, so these findings are errors for
 * them.
 */
const refusedWords: Readonly<Partial<Record<PlainCode, (name: string) => string>>> = {
  required: (name) => vscode.l10n.t("{0} must not be empty.", name),
  "not-an-email": (name) => vscode.l10n.t("{0} must be an email address.", name),
  "not-a-slug": (name) => vscode.l10n.t("{0} may contain only - _ . ~, letters and digits.", name),
};

interface Plain {
  readonly code: PlainCode;
  readonly severity: Finding["severity"];
}

const describePlain = ({ code, severity }: Plain, name: string): string =>
  (severity === "error" ? refusedWords[code] : undefined)?.(name) ??
  plainWords[code]?.(name) ??
  describeProblem({ path: name, why: code as Exclude<PlainCode, OwnCode> });

/** A path as text, such as `sections[1].text`. */
export const pathText = (path: Finding["path"]): string =>
  path
    .map((segment, at) =>
      typeof segment === "number" ? `[${segment}]` : `${at === 0 ? "" : "."}${segment}`,
    )
    .join("");
