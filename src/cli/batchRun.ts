import type { Command } from "commander";
import type { BatchAction } from "../model/bulk/batch/batchAction.ts";
import type { BatchPreview, PlannedItem, TitledAddress } from "../model/bulk/batch/batches.ts";
import type { ItemResult } from "../model/bulk/batch/running.ts";
import { isSingle, isUser } from "../model/foundation/address.ts";
import { isMissing } from "../model/foundation/outcome.ts";
import { isWithoutDraft } from "../model/reading/readFailure.ts";
import type { BatchActionWords } from "../texts/batchActionWords.ts";
import {
  batchResultWords,
  describeChange,
  headingOfKind,
  skippedLines,
  titleWords,
} from "../texts/batchWords.ts";
import { nonEmpty } from "../texts/lists.ts";
import { exitCodes, reasonOf, unwrap } from "./cliError.ts";
import type { ExitCode } from "./cliError.ts";
import { chooseTarget, withBatchOptions } from "./batchTargets.ts";
import type { BatchOptions, ChosenTarget } from "./batchTargets.ts";
import type { CliContext, Run } from "./command.ts";
import type { Output } from "./output.ts";
import { runPrinted } from "./printedRun.ts";
import { printResults } from "./runResults.ts";
import { requireWritable, serviceName } from "./writeOptions.ts";

interface BatchRun {
  readonly action: BatchAction;
  readonly words: BatchActionWords;
  /** The outcome of a document in a dry run, such as `publish`. */
  readonly planned: string;
  /** The outcome of a document after a run, such as `published`. */
  readonly finished: string;
  /** Whether documents are looked for in every locale, unless an option names one. */
  readonly isInAnyLocale: boolean;
  /** For the user to read. */
  readonly details: (planned: readonly PlannedItem[]) => Promise<readonly string[]>;
}

export const maxLookups = 20;

export const withBatch = (
  command: Command,
  run: Run,
  batchOf: (context: CliContext, chosen: ChosenTarget, options: BatchOptions) => BatchRun,
): Command =>
  withBatchOptions(command).action((type: string, ids: readonly string[], options: BatchOptions) =>
    run(options, async (context) => {
      requireWritable(context, options);
      const chosen = await chooseTarget(context.model, type, ids, options);
      return runBatch(context, options, chosen, batchOf(context, chosen, options));
    }),
  );

async function runBatch(
  context: CliContext,
  options: BatchOptions,
  chosen: ChosenTarget,
  batch: BatchRun,
): Promise<ExitCode> {
  const { model, output } = context;
  const { planned, skipped } = await previewOf(context, options, chosen, batch);
  const missing = skipped.some(({ failure }) => isMissing(failure) || isWithoutDraft(failure));
  const exitCode = missing ? exitCodes.negative : exitCodes.success;
  if (planned.length === 0) {
    await printSkipped(output, skipped);
    output.note(["There is nothing to do.", ...skippedLines(skipped)].join(" "));
    return exitCode;
  }
  const { words } = batch;
  return runPrinted(context, options, {
    details: [...chosen.details, ...(await batch.details(planned)), ...skippedLines(skipped)],
    isPlanOnly: options.dryRun === true,
    printPlan: async () => {
      await printSkipped(output, skipped);
      await printPlan(output, planned, batch);
    },
    question: words.question(planned, serviceName(model)),
    doing: words.doing,
    run: (steps) => model.batches.run(planned, batch.action, steps),
    print: async (results) => {
      // Skipped documents come first, in the order of the plan.
      await printSkipped(output, skipped);
      await printBatchResults(output, results, batch.finished);
      output.note(batchResultWords(words.done, results));
    },
    resultsOf: (results) => results,
    exitCode,
  });
}

async function previewOf(
  { model, output, process: { signal } }: CliContext,
  { locale: chosenLocale }: BatchOptions,
  { target, type, catalog }: ChosenTarget,
  { action, isInAnyLocale }: BatchRun,
): Promise<BatchPreview> {
  const { onRead } = output.steps("Reading");
  const firstPreview = unwrap(await model.batches.preview(target, action, { signal, onRead }));
  if (!isInAnyLocale || !type?.localized || target.kind !== "selected" || chosenLocale) {
    return firstPreview;
  }
  const planned = [...firstPreview.planned];
  let { skipped } = firstPreview;
  for (const { code: locale } of catalog.locales) {
    const items = skipped
      .filter(({ failure }) => isMissing(failure))
      .map(({ address, title }) => ({ address: { ...address, locale }, title }));
    if (items.length === 0) break;
    const localePreview = await model.batches.preview({ kind: "selected", items }, action, {
      signal,
    });
    planned.push(...unwrap(localePreview).planned);
    const others = skipped.filter(({ failure }) => !isMissing(failure));
    skipped = [...others, ...unwrap(localePreview).skipped];
  }
  return { planned, skipped };
}

async function printPlan(
  output: Output,
  items: readonly PlannedItem[],
  { planned, words }: BatchRun,
): Promise<void> {
  for (const item of items) {
    const change = describeChange(item.change);
    if (output.isJson) await output.json({ ...factsOf(item), outcome: planned, change });
    else await output.text(`${nameOf(item)}: ${planned}${change && ` (${change})`}`);
  }
  if (!output.isJson) await output.text(`${words.button(items)}: dry run, nothing was changed.`);
}

async function printSkipped(output: Output, skipped: BatchPreview["skipped"]): Promise<void> {
  if (!output.isJson) return;
  for (const { failure, ...item } of skipped) {
    await output.json({ ...factsOf(item), outcome: "skipped", reason: reasonOf(failure) });
  }
}

export const factsOf = ({ address, title }: TitledAddress) => ({
  id: isUser(address) ? Number(address.id) : undefined,
  documentId: isUser(address) || isSingle(address) ? undefined : address.id,
  locale: address.locale,
  title,
});

const nameOf = (item: TitledAddress): string => {
  const { id, locale } = item.address;
  const idAndLocale = nonEmpty(!isSingle(item.address) && id, locale).join(", ");
  return nonEmpty(titleWords(item), idAndLocale && `(${idAndLocale})`).join(" ");
};

export const printBatchResults = (
  output: Output,
  results: readonly ItemResult<TitledAddress>[],
  finished: string,
): Promise<void> =>
  printResults(output, results, {
    ...{ factsOf, nameOf },
    finished: () => finished,
    headingOf: headingOfKind,
  });
