import type { BulkFailure } from "../model/bulk/bulkFailure.ts";
import { failsEveryItem } from "../model/bulk/batch/running.ts";
import { factsOfReport } from "../model/changes/writing/changeReport.ts";
import type { ItemResult } from "../model/bulk/batch/running.ts";
import type { ChangeReport } from "../model/changes/writing/changeReport.ts";
import type { Intent, RecordPlan } from "../model/bulk/importing/plan.ts";
import { resultRemarks } from "../texts/batchWords.ts";
import { describeDifferences } from "../texts/differenceWords.ts";
import { describeFinding } from "../texts/findingWords.ts";
import { numeral } from "../texts/words.ts";
import { allFieldsHint, exitCodeOf, exitCodes, reasonOf, textOf } from "./cliError.ts";
import type { ExitCode } from "./cliError.ts";
import type { CliContext } from "./command.ts";
import type { Output } from "./output.ts";

interface ResultFormat<T> {
  readonly factsOf: (item: T) => object;
  readonly nameOf: (item: T) => string;
  /** The outcome of an item that is done, such as `published`. */
  readonly finished: (item: T) => string;
  /** The heading of an item that is not done, such as `Skipped`; none when absent. */
  readonly headingOf?: (outcome: ItemResult<T>["outcome"]) => string;
}

/** Prints each result as JSON, or those that the user should know. */
export async function printResults<T>(
  output: Output,
  results: readonly ItemResult<T>[],
  { factsOf, nameOf, finished, headingOf }: ResultFormat<T>,
): Promise<void> {
  for (const result of results) {
    const { item, outcome, failure, compared, lacking, report } = result;
    const reason = failure && reasonOf(failure);
    const differences = compared ? describeDifferences(compared) : [];
    const remarks = [...resultRemarks(result), ...hintsFor(report)];
    if (output.isJson) {
      await output.json({
        ...factsOf(item),
        outcome: outcome === "done" ? finished(item) : outcome,
        reason,
        differences: differences.length > 0 ? differences : undefined,
        lacking,
        ...factsOfReport(report),
      });
    } else if (reason !== undefined) {
      const heading = headingOf ? `${headingOf(outcome)}. ` : "";
      output.note(`${nameOf(item)}: ${[heading + reason, ...remarks].join(" ")}`);
    } else if (remarks.length > 0) output.note(`${nameOf(item)}: ${remarks.join(" ")}`);
  }
}

const hintsFor = (report: ChangeReport | undefined): string[] =>
  report?.partialType === undefined ? [] : [allFieldsHint(report.partialType)];

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

export type AnyResult = Pick<ItemResult<unknown>, "outcome" | "failure">;

/** Says why a run stopped, and how to resume it if that is possible. Returns the exit code. */
export function endRun(
  { output, process: { signal } }: CliContext,
  results: readonly AnyResult[],
  resumable?: "import" | "copy",
): ExitCode {
  // Every further item would have had this failure as well.
  const stoppingFailure = results.flatMap(({ failure }) => failure ?? []).find(failsEveryItem);
  const resumeHint = resumable ? ` To resume the ${resumable}, run the same command again.` : "";
  const isCut = signal.aborted && results.some(({ outcome }) => outcome === "untried");
  if (stoppingFailure) output.error(textOf(stoppingFailure) + resumeHint);
  else if (resumable && isCut) output.error(`The ${resumable} was cancelled.${resumeHint}`);
  return exitCodeOfRun(results, stoppingFailure, signal);
}

function exitCodeOfRun(
  results: readonly AnyResult[],
  stoppingFailure: BulkFailure | undefined,
  signal: AbortSignal,
): ExitCode {
  if (results.every(({ outcome }) => outcome === "done")) return exitCodes.success;
  if (signal.aborted) return exitCodes.cancelled;
  const exitCode = stoppingFailure ? exitCodeOf(stoppingFailure) : exitCodes.negative;
  // The code for invalid usage says that no write was sent.
  const isUsage = exitCode === exitCodes.usage && results.some(({ outcome }) => outcome === "done");
  return isUsage ? exitCodes.negative : exitCode;
}
