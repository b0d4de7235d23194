import type { ItemResult } from "../model/bulk/batch/running.ts";
import type {
  ImportPlan,
  Intent,
  PlannedRecord,
  RecordPlan,
} from "../model/bulk/importing/plan.ts";
import { factsOfReport } from "../model/changes/writing/changeReport.ts";
import { lineWords, planWords, refusedRecordWords } from "../texts/importWords.ts";
import { titleWords } from "../texts/batchWords.ts";
import { describeFinding } from "../texts/findingWords.ts";
import { reasonOf } from "./cliError.ts";
import type { ImportArguments } from "./importRequest.ts";
import type { Output } from "./output.ts";
import { countsText, printResults } from "./runResults.ts";

export async function printPlan(
  output: Output,
  plan: ImportPlan,
  { fileName, format }: ImportArguments,
): Promise<void> {
  if (!output.isJson) {
    for (const record of plan.refused) await output.text(refusedRecordWords(record, format));
    await output.text(`${fileName}: ${planWords(plan)}`);
    return;
  }
  for (const { line, title, locale, documentId, intent, elsewhere } of plan.planned) {
    const fields = "names" in intent ? intent.names : undefined;
    const facts = { fields, warnings: warningsAt(plan, line), ...factsOfReport({ elsewhere }) };
    const outcome = recordActionWords[intent.kind].planned;
    await output.json({ line, title, locale, documentId, outcome, ...facts });
  }
  await printIdle(output, plan);
}

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

/** Prints the records that an import doesn't write, as JSON. */
async function printIdle(output: Output, plan: ImportPlan): Promise<void> {
  const { refused, unchanged, done, index } = plan;
  for (const { line, title, failure } of refused) {
    await output.json({ line, title, outcome: "failed", reason: reasonOf(failure) });
  }
  const idleRecords = [
    ...unchanged.map((line) => ({ line, outcome: "unchanged" })),
    ...done.map((line) => ({ line, outcome: "already imported" })),
  ];
  for (const { line, outcome } of idleRecords) {
    const { title, group } = index.at(line) ?? {};
    const warnings = warningsAt(plan, line);
    await output.json({ line, documentId: group?.documentId, title, outcome, warnings });
  }
}

/** Prints the result of each record as JSON, or the records that were not imported. */
export async function printImportResults(
  output: Output,
  results: readonly ItemResult<PlannedRecord>[],
  { plan, request: { format } }: { readonly plan: ImportPlan; readonly request: ImportArguments },
): Promise<void> {
  await printResults(output, results, {
    factsOf: ({ line, title, locale }) => {
      const documentId = plan.index.at(line)?.group.documentId;
      return { line, documentId, locale, title, warnings: warningsAt(plan, line) };
    },
    nameOf: (item) => `${lineWords(item.line, format)}: ${titleWords(item)}`,
    finished: ({ intent }) => recordActionWords[intent.kind].finished,
  });
  if (output.isJson) await printIdle(output, plan);
}

interface IdleCounts {
  readonly refused: readonly unknown[];
  readonly unchanged: readonly unknown[];
  /** Absent for a copy. */
  readonly done?: readonly unknown[];
}

/** A summary of the results, such as `12 created, 3 updated, 1 failed`. */
export function resultsSummary(
  results: readonly ItemResult<{ readonly intent: Intent }>[],
  { refused, unchanged, done = [] }: IdleCounts,
): string {
  const count = (...kinds: readonly Intent["kind"][]) =>
    results.filter(({ item, outcome }) => outcome === "done" && kinds.includes(item.intent.kind))
      .length;
  const outcomeCount = (countedOutcome: ItemResult<unknown>["outcome"]) =>
    results.filter(({ outcome }) => outcome === countedOutcome).length;
  const words = countsText([
    [count("create"), "created"],
    [count("localize"), "localized"],
    [count("change", "link"), "updated"],
    [unchanged.length, "unchanged"],
    [done.length, "already imported"],
    [outcomeCount("skipped"), "skipped"],
    [outcomeCount("failed") + refused.length, "failed"],
    [outcomeCount("unknown"), "with an unknown outcome"],
    [outcomeCount("untried"), "not attempted"],
  ]);
  return `${words}.`;
}
