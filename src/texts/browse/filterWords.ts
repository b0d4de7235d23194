import * as l10n from "@vscode/l10n";
import type { FilterFieldKind } from "../../model/browse/filterFields.ts";
import type { FilterFlaw } from "../../model/browse/filterFlaws.ts";
import type { Finding, ValueFlaw } from "../../model/foundation/valueProblem.ts";
import { pathText } from "../../model/foundation/json.ts";
import { describeFinding } from "../shared/validationWords.ts";
import { wordsBy } from "../shared/nameList.ts";

export const exampleOfFilter = '{"title": {"$containsi": "tea"}}';

export function describeFilterFlaw(flaw: FilterFlaw): string {
  const field = pathText(flaw.path);
  const describeValue = (value: ValueFlaw & Pick<Finding, "path">) =>
    describeFinding({ ...value, severity: "error" });
  return wordsBy<"code", FilterFlaw>({
    "other-operator": ({ operators }) =>
      l10n.t("{field} doesn't support this operator. Supported operators: {operators}.", {
        field,
        operators: operators.join(", "),
      }),
    "other-value": ({ path, kind }) => describeValue({ path, code: neededBy[kind] }),
    "not-a-choice": describeValue,
    "beyond-integer": describeValue,
    "beyond-big-integer": describeValue,
    "year-zero": describeValue,
    "null-character": describeValue,
    "bare-json": describeValue,
    "no-field": () =>
      l10n.t("There is no field {field} that the service can filter by.", { field }),
    "no-operator": () => l10n.t("{operator} is not a known operator.", { operator: field }),
    "needs-object": () =>
      field
        ? l10n.t("{field} must be an object.", { field })
        : l10n.t("A filter must be an object, such as {example}.", { example: exampleOfFilter }),
    "needs-list": () => l10n.t("{field} must be an array.", { field }),
    "needs-two": () => l10n.t("{field} must be an array of two values.", { field }),
    "needs-flag": () => l10n.t("{field} must be true or false.", { field }),
    empty: () =>
      field
        ? l10n.t("{field} is empty, so it would match everything.", { field })
        : l10n.t("The filter is empty and would match everything."),
    "too-many": () =>
      l10n.t("{field} has more than 100 entries, so the service would ignore all of them.", {
        field,
      }),
    "needs-field": () =>
      l10n.t("Filter {field} by a field of its target, such as documentId.", { field }),
    "group-here": () =>
      l10n.t(
        "The service can't evaluate the group at {field}. Split the filter with $and at the top level.",
        { field },
      ),
    "groups-meet": () =>
      l10n.t(
        "The service merges two groups here and ignores one of them. Put each group into an array under $and.",
      ),
  })(flaw.code, flaw);
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
