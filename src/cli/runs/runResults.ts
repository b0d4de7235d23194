import type { CopyFile } from "../../model/media/fileTransfer.ts";
import { factsOfReport } from "../../model/writing/changeReport.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { Intent, RecordPlan } from "../../model/import/importPlan.ts";
import { resultRemarks } from "../../texts/batch/batchWords.ts";
import { describeDifferences } from "../../texts/publish/versionDifferenceWords.ts";
import { describeFinding } from "../../texts/shared/validationWords.ts";
import { countsText } from "../../texts/shared/countWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { allFieldsHint, reasonOf } from "../shared/cliError.ts";
import type { Output } from "../shared/output.ts";

/** Prints each result as JSON, or those that the user should know. */
export async function printResults<T>(
  output: Output,
  results: readonly ItemResult<T>[],
  {
    factsOf,
    nameOf,
    finished,
    headingOf,
  }: {
    readonly factsOf: (item: T) => object;
    readonly nameOf: (item: T) => string;
    /** The outcome of an item that is done, such as `published`. */
    readonly finished: (item: T) => string;
    /** The heading of an item that is not done, such as `Skipped`; none when absent. */
    readonly headingOf?: (outcome: ItemResult<T>["outcome"]) => string;
  },
): Promise<void> {
  for (const result of results) {
    const { item, outcome, failure, compared, lacking, report } = result;
    const reason = failure && reasonOf(failure);
    const differences = compared ? describeDifferences(compared) : [];
    const heading = headingOf ? `${headingOf(outcome)}. ` : "";
    const lines = nonEmpty(
      reason !== undefined && heading + reason,
      ...resultRemarks(result),
      report?.partialType !== undefined && allFieldsHint(report.partialType),
    );
    await output.record({
      ...factsOf(item),
      outcome: outcome === "done" ? finished(item) : outcome,
      reason,
      differences: differences.length > 0 ? differences : undefined,
      lacking,
      ...factsOfReport(report),
    });
    if (!output.isJson && lines.length > 0) output.note(`${nameOf(item)}: ${lines.join(" ")}`);
  }
}

/** Prints the result of each media file of a copy or an import. */
export const printUploads = (
  output: Output,
  uploads: readonly ItemResult<CopyFile>[],
): Promise<void> =>
  printResults(output, uploads, {
    factsOf: ({ name }) => ({ file: name }),
    nameOf: ({ name }) => name,
    finished: () => "uploaded",
  });

/** Such as `2 files uploaded`; empty if there are none. */
export const uploadedWords = (uploads: readonly ItemResult<unknown>[]): string =>
  countsText({ filesUploaded: uploads.filter(({ outcome }) => outcome === "done").length });

/** A number of things, such as `1 document` or `2 documents`. */
export const counted = (count: number, noun: string): string =>
  `${numeral(count)} ${noun}${count === 1 ? "" : "s"}`;

export const recordActionWords = {
  create: { planned: "create", finished: "created" },
  localize: { planned: "localize", finished: "localized" },
  change: { planned: "update", finished: "updated" },
  link: { planned: "update", finished: "updated" },
} as const satisfies Record<Intent["kind"], object>;

export const warningsAt = (
  { index }: Pick<RecordPlan, "index">,
  line: number,
): string[] | undefined => {
  const { conversions = [] } = index.at(line) ?? {};
  return conversions.length > 0 ? conversions.map(describeFinding) : undefined;
};
