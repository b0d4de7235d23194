import * as l10n from "@vscode/l10n";
import { changeReportOf, type ChangeReport } from "../../model/writing/changeReport.ts";
import type { Deviation } from "../../model/writing/verification.ts";
import type { Json } from "../../model/foundation/json.ts";
import { otherChangesWords, unrestoredWords } from "./otherChangeWords.ts";
import { listOf, nonEmpty } from "./nameList.ts";
import { describe } from "./failureWords.ts";

/** Where a document differs from what was expected after a write, in sentences; empty if it does not. */
export function reportRemarks(report: ChangeReport | undefined): string[] {
  const { deviations, partialType, unverified } = report ?? changeReportOf({});
  const lost = deviations.filter(({ isLost }) => isLost).map(({ path }) => path);
  return nonEmpty(
    changedWords(deviations.filter(({ isLost }) => !isLost)),
    lost.length > 0 && l10n.t("The service did not keep {fields}.", { fields: listOf(lost) }),
    partialType !== undefined &&
      l10n.t("Only changes were sent, and a hook of the service may need all fields."),
    unverified &&
      l10n.t("The result couldn't be verified. {reason}", { reason: describe(unverified) }),
  );
}

export const elsewhereRemarks = (
  { elsewhere, unrestored }: ChangeReport = changeReportOf({}),
): string[] => [...otherChangesWords(elsewhere), ...unrestoredWords(unrestored)];

/** `The service changed slug from "tea" to "tea-1".` */
function changedWords(deviations: readonly Deviation[]): string | undefined {
  const [first] = deviations;
  if (!first) return undefined;
  if (deviations.length === 1 && isShort(first.expected) && isShort(first.actual)) {
    return l10n.t("The service changed {field} from {oldValue} to {newValue}.", {
      field: first.path,
      oldValue: JSON.stringify(first.expected),
      newValue: JSON.stringify(first.actual),
    });
  }
  return l10n.t("The service changed {fields}.", {
    fields: listOf(deviations.map(({ path }) => path)),
  });
}

const isShort = (value: Json): boolean => JSON.stringify(value).length <= 40;
