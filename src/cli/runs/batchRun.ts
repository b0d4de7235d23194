import type { Command } from "commander";
import type { BatchAction } from "../../model/runs/batchAction.ts";
import type {
  BatchPreview,
  BatchTarget,
  PlannedItem,
  TitledAddress,
} from "../../model/batch/batches.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import { isNew, isSingle, isUser, singleId } from "../../model/foundation/address.ts";
import type { Address } from "../../model/foundation/address.ts";
import { isMissing } from "../../model/foundation/outcome.ts";
import { isWithoutDraft } from "../../model/reading/readOptions.ts";
import type { BatchActionWords } from "../../texts/batch/batchActionWords.ts";
import {
  batchResultWords,
  describeChange,
  headingOfKind,
  skippedLines,
  titleWords,
} from "../../texts/batch/batchWords.ts";
import { matchingWords } from "../../texts/browse/listQueryWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CliModel } from "../shared/cliModel.ts";
import type { Output } from "../shared/output.ts";
import { runPrinted } from "./printedRun.ts";
import { printResults } from "./runResults.ts";
import { allLocalesOf, applyQueryOptions, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { chooseType, type ChosenType } from "../shared/typeChoice.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";
import { pushAll } from "../../model/foundation/chunks.ts";

interface BatchRun {
  readonly action: BatchAction;
  readonly words: BatchActionWords;
  /** The outcome of a document in a dry run, such as `publish`. */
  readonly planned: string;
  /** The outcome of a document after a run, such as `published`. */
  readonly finished: string;
  /** More than the words say about the chosen documents. */
  readonly details: (planned: readonly PlannedItem[]) => Promise<readonly string[]>;
}

/** The most documents of which relations are looked up. Each of them takes a request. */
export const maxLookups = 20;

/** Reads the relations of each document, with progress. Throws a CliError if that fails. */
export async function lookUpRelations<T>(
  { output }: CliContext,
  planned: readonly PlannedItem[],
  read: (address: PlannedItem["address"]) => Promise<T>,
): Promise<readonly T[]> {
  const relations: T[] = [];
  for (const [index, { address }] of planned.entries()) {
    output.progress(`Looking up relations: ${index + 1} of ${planned.length}`);
    relations.push(await read(address));
  }
  return relations;
}

interface BatchOptions extends WriteOptions, QueryOptions {
  readonly all?: boolean;
}

export const withBatch = (
  command: Command,
  run: Run,
  batchOf: (context: CliContext, chosen: ChosenType) => BatchRun,
): Command =>
  withWriteOptions(
    withQueryOptions(command).option("--all", "every document of the content type"),
  ).action((type: string, ids: readonly string[], options: BatchOptions) =>
    run(options, async (context) => {
      requireWritable(context, options);
      const chosen = await chooseTarget(context.model, type, ids, options);
      return runBatch(context, options, chosen, batchOf(context, chosen));
    }),
  );

async function runBatch(
  context: CliContext,
  options: BatchOptions,
  chosen: ChosenTarget,
  batch: BatchRun,
): Promise<ExitCode> {
  const { model, output, process } = context;
  const { words, action } = batch;
  const { planned, skipped } = await previewOf(context, options, chosen, batch);
  const missing = skipped.some(({ failure }) => isMissing(failure) || isWithoutDraft(failure));
  const exitCode = missing ? exitCodes.negative : exitCodes.success;
  // Skipped documents come first, in the order of the plan.
  const printSkipped = async () => {
    for (const { failure, ...item } of skipped)
      await output.record({ ...factsOf(item), outcome: "skipped", reason: reasonOf(failure) });
  };
  if (planned.length === 0) {
    await printSkipped();
    output.note(["There is nothing to do.", ...skippedLines(skipped)].join(" "));
    return exitCode;
  }
  const addresses = planned.map(({ address }) => address);
  const { signal } = process;
  const details = await batch.details(planned);
  const elsewhere = await action.findOtherChanges?.(addresses, { signal });
  return runPrinted(context, options, {
    details: nonEmpty(
      ...[...chosen.details, ...words.detail, ...details],
      ...(elsewhere ? predictedChangesWords(unwrap(elsewhere)) : []),
      options.journal && words.undo,
      ...skippedLines(skipped),
    ),
    isPlanOnly: options.dryRun === true,
    printPlan: async () => {
      await printSkipped();
      for (const item of planned) {
        const change = describeChange(item.change);
        await output.record(
          { ...factsOf(item), outcome: batch.planned, change },
          `${nameOf(item)}: ${batch.planned}${change && ` (${change})`}`,
        );
      }
      if (output.isJson) return;
      await output.text(`${words.button(planned)}: dry run, nothing was changed.`);
    },
    question: words.question(planned, serviceName(model)),
    doing: words.doing,
    run: (steps) => model.batches.run(planned, action, steps),
    print: async (results) => {
      await printSkipped();
      await printBatchResults(output, results, batch.finished);
      output.note(batchResultWords(words.done, results));
    },
    resultsOf: (results) => results,
    exitCode,
  });
}

/** A document that is deleted in all locales is looked for in each of them, unless an option names one. */
async function previewOf(
  { model, output, process: { signal } }: CliContext,
  { locale: chosenLocale }: BatchOptions,
  { target, type, catalog }: ChosenTarget,
  { action }: BatchRun,
): Promise<BatchPreview> {
  const { onRead } = output.steps("Reading");
  const firstPreview = unwrap(await model.batches.preview(target, action, { signal, onRead }));
  if (!action.affectsAllLocales || !type?.localized || target.kind !== "selected" || chosenLocale) {
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
    pushAll(planned, unwrap(localePreview).planned);
    const others = skipped.filter(({ failure }) => !isMissing(failure));
    skipped = [...others, ...unwrap(localePreview).skipped];
  }
  return { planned, skipped };
}

export const factsOf = ({ address, title }: TitledAddress) => ({
  id: isUser(address) ? Number(address.id) : undefined,
  documentId: isUser(address) || !isNamed(address) ? undefined : address.id,
  locale: address.locale,
  title,
});

/** Whether the id names the document. */
const isNamed = (address: Address): boolean => !isSingle(address) && !isNew(address);

export const nameOf = (item: TitledAddress): string => {
  const { id, locale } = item.address;
  const idAndLocale = nonEmpty(isNamed(item.address) && id, locale).join(", ");
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

interface ChosenTarget extends ChosenType {
  readonly target: BatchTarget;
  /** Which documents a filter includes, for the user to read. */
  readonly details: readonly string[];
}

/** Throws a CliError if nothing limits the documents and `--all` is missing. */
async function chooseTarget(
  model: CliModel,
  name: string,
  ids: readonly string[],
  options: BatchOptions,
): Promise<ChosenTarget> {
  const chosen = await chooseType(model, name);
  const { collection, type, catalog } = chosen;
  const listQuery = applyQueryOptions(model, chosen, options);
  const { filter, search, state } = listQuery;
  const hasLimits = [filter, search, state].some((limit) => limit !== undefined);
  const locale = type && model.lists.locale(collection, type, catalog.defaultLocale);
  const locales = allLocalesOf(chosen, options);
  const isSingleType = type?.kind === "single";
  if (ids.length === 0 && !isSingleType) {
    if (!hasLimits && !options.all) {
      throw new CliError(
        `Pass the ids of documents, --filter, --search or --status. For every document of ${name}, pass --all.`,
      );
    }
    const localeWords = locales?.join(", ") ?? locale;
    const words = matchingWords(listQuery, collection, catalog, type, localeWords);
    return { ...chosen, target: { kind: "matching", collection, locales }, details: [words] };
  }
  if (isSingleType && ids.length > 0) {
    throw new CliError(`${collection.type} is a single type. Its document needs no id.`);
  }
  if (ids.length > 0 && (options.all || hasLimits)) {
    throw new CliError("Pass either document ids or options that choose documents, not both.");
  }
  // Users have numeric ids. The service ignores other values, or takes a part of them.
  const wrongId = type ? undefined : ids.find((id) => !/^\d+$/.test(id));
  if (wrongId !== undefined) throw new CliError(`${wrongId} is not the numeric id of a user.`);
  const items = (isSingleType ? [singleId] : [...new Set(ids)]).map((id) => ({
    address: { ...collection, id, ...(locale && { locale }) },
    title: id,
  }));
  return { ...chosen, target: { kind: "selected", items, locales }, details: [] };
}
