import * as vscode from "vscode";
import type { FilterFieldKind } from "../../model/query/filters/filterFields.ts";
import type { FilterFlaw } from "../../model/query/filters/filterProblem.ts";
import type { Finding } from "../../model/foundation/contentProblem.ts";
import type { UnstorableReason } from "../../model/foundation/storable.ts";
import { describeFinding, pathText } from "./findingWords.ts";

export const exampleOfFilter = '{"title": {"$containsi": "tea"}}';

/** The problem in a filter, and how to fix it. */
export function describeFilterFlaw(flaw: FilterFlaw): string {
  const name = pathText(flaw.path);
  switch (flaw.code) {
    case "other-operator":
      return vscode.l10n.t("{0} can't be asked here: {1} can.", name, flaw.operators.join(", "));
    case "other-value":
      return describeFinding({ path: flaw.path, code: neededBy[flaw.kind], severity: "error" });
    case "not-a-choice":
      return describeFinding({ ...flaw, severity: "error" });
    case "beyond-integer":
    case "beyond-big-integer":
    case "year-zero":
    case "null-character":
    case "bare-json":
      return describeFinding({ ...flaw, severity: "error" });
    default:
      return describePlain(flaw.code, name);
  }
}

const neededBy = {
  text: "not-a-text",
  choice: "not-a-text",
  json: "not-a-text",
  entity: "not-a-text",
  number: "not-a-number",
  whole: "not-an-integer",
  flag: "not-a-boolean",
  date: "not-a-date",
  time: "not-a-time",
  moment: "not-a-moment",
} as const satisfies Record<FilterFieldKind, Finding["code"]>;

type PlainCode = Exclude<
  FilterFlaw["code"],
  "other-operator" | "other-value" | "not-a-choice" | UnstorableReason
>;

function describePlain(code: PlainCode, name: string): string {
  const words: Record<PlainCode, string> = {
    "no-field": vscode.l10n.t("There is no field {0} that the service can filter by.", name),
    "no-operator": vscode.l10n.t("{0}: there is no such operator.", name),
    "needs-object": name
      ? vscode.l10n.t("{0} must be an object.", name)
      : vscode.l10n.t("A filter is an object, such as {0}.", exampleOfFilter),
    "needs-list": vscode.l10n.t("{0} must be a list.", name),
    "needs-two": vscode.l10n.t("{0} needs a list of two values.", name),
    "needs-flag": vscode.l10n.t("{0} must be true or false.", name),
    empty: name
      ? vscode.l10n.t("{0} is empty: it would find everything.", name)
      : vscode.l10n.t("An empty filter would find everything."),
    "too-many": vscode.l10n.t("{0} has more than 100 entries, and the service reads none.", name),
    "needs-field": vscode.l10n.t("{0} must name a field, such as documentId.", name),
    "group-here": vscode.l10n.t(
      "{0} can't stand here: the service fails on it. Take it apart with $and at the top.",
      name,
    ),
    "groups-meet": vscode.l10n.t(
      "Two groups meet here, and the service would forget one of them: put each into a list under $and.",
    ),
  };
  return words[code];
}
