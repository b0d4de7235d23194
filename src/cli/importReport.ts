import type { ItemResult } from "../model/bulk/batch/running.ts";
import type { ImportPlan, Intent, PlannedRecord } from "../model/bulk/importing/plan.ts";
import { lineWords, planWords, refusedWords } from "../texts/importWords.ts";
import { titleWords } from "../texts/batchWords.ts";
import { numeral } from "../texts/words.ts";
import { reasonOf, textOf } from "./cliError.ts";
import type { ImportRequest } from "./importRequest.ts";
import type { Output } from "./output.ts";
import { stopOf } from "./writeOptions.ts";

type Results = readonly ItemResult<PlannedRecord>[];

/** Prints the plan of a dry run. */
export async function printPlan(
  output: Output,
  plan: ImportPlan,
  { fileName, format }: ImportRequest,
): Promise<void> {
  if (!output.isJson) {
    for (const one of plan.refused) await output.text(refusedWords(one, format));
    await output.text(`${fileName}: ${planWords(plan)}`);
    return;
  }
  for (const { line, title, locale, documentId, intent } of plan.planned) {
    const names = "names" in intent ? { fields: intent.names } : {};
    await output.json({ line, title, locale, documentId, outcome: planned[intent.kind], ...names });
  }
  await printIdle(output, plan);
}

/** The planned action and, after the run, the outcome of a record. */
const planned: Record<Intent["kind"], string> = {
  create: "create",
  localize: "localize",
  change: "update",
  link: "update",
};
const finished: Record<Intent["kind"], string> = {
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
export async function printResults(
  output: Output,
  results: Results,
  { plan, request: { format } }: { readonly plan: ImportPlan; readonly request: ImportRequest },
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
        outcome: outcome === "done" ? finished[intent.kind] : outcome,
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

/** A summary of the results, such as `12 created, 3 updated, 1 failed`. */
export function resultsSummary(results: Results, { refused, unchanged, done }: ImportPlan): string {
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
  const words = counts.flatMap(([number, word]) =>
    number > 0 ? `${numeral(number)} ${word}` : [],
  );
  return `${words.join(", ")}.`;
}

/** What to do after an import that did not try every record; undefined if it did. */
export function resumeWords(results: Results, signal: AbortSignal): string | undefined {
  const stop = stopOf(results);
  const how = "To resume the import, run the same command again.";
  if (stop) return `${textOf(stop)} ${how}`;
  const isWhole = results.every(({ outcome }) => outcome !== "untried");
  return signal.aborted && !isWhole ? `The import was cancelled. ${how}` : undefined;
}
