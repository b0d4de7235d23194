import * as l10n from "@vscode/l10n";
import type { FindingCounts } from "../../model/check/foundDefects.ts";
import type { CheckReport } from "../../model/check/checkRun.ts";
import { nonEmpty } from "../shared/nameList.ts";
import { textLanguage } from "../shared/textLanguage.ts";
import { numeral } from "../shared/failureWords.ts";

/** The numbers of findings, such as "12 errors, 1 warning"; empty if there are none. */
export const findingCountWords = ({ error, warning }: FindingCounts): string =>
  nonEmpty(
    error === 1 && l10n.t("1 error"),
    error > 1 && l10n.t("{count} errors", { count: numeral(error) }),
    warning === 1 && l10n.t("1 warning"),
    warning > 1 && l10n.t("{count} warnings", { count: numeral(warning) }),
  ).join(", ");

export function checkedWords(counts: FindingCounts, checkedAt: number): string {
  const format = { dateStyle: "medium", timeStyle: "short" } as const;
  const time = new Intl.DateTimeFormat(textLanguage(), format).format(checkedAt);
  const findingText = findingCountWords(counts);
  return findingText === ""
    ? l10n.t("Checked on {time}: no problems", { time })
    : l10n.t("Checked on {time}: {found}", { time, found: findingText });
}

export function checkResultWords({ documents, findings, isCancelled }: CheckReport): string {
  const [found, count] = [findingCountWords(findings), numeral(documents)];
  const problems =
    documents === 1
      ? l10n.t("{found} in 1 document.", { found })
      : l10n.t("{found} in {count} documents.", { found, count });
  const clean =
    documents === 1
      ? l10n.t("No problems in 1 document.")
      : l10n.t("No problems in {count} documents.", { count });
  const result = found ? problems : clean;
  return isCancelled ? l10n.t("Cancelled. {result}", { result }) : result;
}
