import type { ItemResult } from "../model/bulk/batch/running.ts";
import type { ImportPlan, Intent, PlannedRecord } from "../model/bulk/importing/plan.ts";
import { lineWords, planWords, refusedWords } from "../texts/importWords.ts";
import { titleWords } from "../texts/batchWords.ts";
import { numeral } from "../texts/words.ts";
import { reasonOf, textOf } from "./cliError.ts";
import type { ImportArguments } from "./importRequest.ts";
import type { Output } from "./output.ts";
import { stopOf } from "./writeOptions.ts";

type Results = readonly ItemResult<PlannedRecord>[];

/** The results of records, or of other documents that are written from a plan. */
type WrittenResults = readonly ItemResult<{ readonly intent: Intent }>[];

/** Prints the plan of a dry run. */
export async function printPlan(
  output: Output,
  plan: ImportPlan,
  { fileName, format }: ImportArguments,
): Promise<void> {
  if (!output.isJson) {
    for (const one of plan.refused) await output.text(refusedWords(one, format));
    await output.text(`${fileName}: ${planWords(plan)}`);
    return;
  }
  for (const { line, title, locale, documentId, intent } of plan.planned) {
    const names = "names" in intent ? { fields: intent.names } : {};
    await output.json({
      line,
      title,
      locale,
      documentId,
      outcome: plannedWords[intent.kind],
      ...names,
    });
  }
  await printIdle(output, plan);
}

/** The planned action and, after the run, the outcome of a record. */
export const plannedWords: Record<Intent["kind"], string> = {
  create: "create",
  localize: "localize",
  change: "update",
  link: "update",
};
export const finishedWords: Record<Intent["kind"], string> = {
  create: "created",
  localize: "localized",
  change: "updated",
  link: "updated",
};

/** Prints the records that an import doesn't write, as JSON. */
async function printIdle(
  output: Output,
  { refused, unchanged, done, index }: ImportPlan,
): Promise<void> {
  for (const { line, title, failure } of refused) {
    await output.json({ line, title, outcome: "failed", reason: reasonOf(failure) });
  }
  const idle = [
    ...unchanged.map((line) => ({ line, outcome: "unchanged" })),
    ...done.map((line) => ({ line, outcome: "already imported" })),
  ];
  for (const { line, outcome } of idle) {
    const documentId = index.at(line)?.group.documentId;
    await output.json({ line, documentId, title: index.at(line)?.title, outcome });
  }
}

/** Prints the result of each record as JSON, or the records that were not imported. */
export async function printImportResults(
  output: Output,
  results: Results,
  { plan, request: { format } }: { readonly plan: ImportPlan; readonly request: ImportArguments },
): Promise<void> {
  if (output.isJson) {
    for (const { item, outcome, failure } of results) {
      const { line, title, locale, intent } = item;
      const documentId = plan.index.at(line)?.group.documentId;
      await output.json({
        line,
        documentId,
        locale,
        title,
        outcome: outcome === "done" ? finishedWords[intent.kind] : outcome,
        ...(failure && { reason: reasonOf(failure) }),
      });
    }
    await printIdle(output, plan);
    return;
  }
  for (const { item, failure } of results) {
    if (!failure) continue;
    const place = lineWords(item.line, format);
    output.note(`${place}: ${titleWords(item)}: ${reasonOf(failure)}`);
  }
}

/** The documents of a plan that are not written. */
interface IdleCounts {
  readonly refused: readonly unknown[];
  readonly unchanged: readonly unknown[];
  readonly done: readonly unknown[];
}

/** A summary of the results, such as `12 created, 3 updated, 1 failed`. */
export function resultsSummary(
  results: WrittenResults,
  { refused, unchanged, done }: IdleCounts,
): string {
  const count = (...kinds: readonly Intent["kind"][]) =>
    results.filter(({ item, outcome }) => outcome === "done" && kinds.includes(item.intent.kind))
      .length;
  const of = (wanted: ItemResult<unknown>["outcome"]) =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const counts: readonly (readonly [number, string])[] = [
    [count("create"), "created"],
    [count("localize"), "localized"],
    [count("change", "link"), "updated"],
    [unchanged.length, "unchanged"],
    [done.length, "already imported"],
    [of("skipped"), "skipped"],
    [of("failed") + refused.length, "failed"],
    [of("unknown"), "with an unknown outcome"],
    [of("untried"), "not attempted"],
  ];
  return `${countsText(counts)}.`;
}

/** A list of counts such as `3 created, 1 failed`, without those that are 0. */
export const countsText = (counts: readonly (readonly [number, string])[]): string =>
  counts.flatMap(([number, word]) => (number > 0 ? `${numeral(number)} ${word}` : [])).join(", ");

/** What to do after a run that did not try every item; undefined if it did. */
export function resumeWords(
  results: readonly ItemResult<unknown>[],
  signal: AbortSignal,
  what: "import" | "copy",
): string | undefined {
  const stop = stopOf(results);
  const how = `To resume the ${what}, run the same command again.`;
  if (stop) return `${textOf(stop)} ${how}`;
  const isWhole = results.every(({ outcome }) => outcome !== "untried");
  return signal.aborted && !isWhole ? `The ${what} was cancelled. ${how}` : undefined;
}
