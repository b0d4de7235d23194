import type { Command } from "commander";
import type { BatchAction } from "../../model/runs/batchAction.ts";
import type {
  BatchPreview,
  BatchTarget,
  PlannedItem,
  TitledAddress,
} from "../../model/batch/batches.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import { isSingle, isUser, singleId } from "../../model/foundation/address.ts";
import type { ListQuery } from "../../model/content/listQuery.ts";
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
import { predictedChangesWords } from "../../texts/shared/otherChangeWords.ts";
import { CliError, exitCodes, reasonOf, unwrap } from "../shared/cliError.ts";
import type { ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import type { CliModel } from "../shared/cliModel.ts";
import type { Output } from "../shared/output.ts";
import { runPrinted } from "./printedRun.ts";
import { printResults } from "./runResults.ts";
import { applyQueryOptions, withQueryOptions } from "../shared/queryOptions.ts";
import type { QueryOptions } from "../shared/queryOptions.ts";
import { chooseType } from "../shared/typeChoice.ts";
import type { ChosenType } from "../shared/typeChoice.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

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

export const withBatch = (
  command: Command,
  run: Run,
  batchOf: (context: CliContext, chosen: ChosenType) => BatchRun,
): Command =>
  withBatchOptions(command).action((type: string, ids: readonly string[], options: BatchOptions) =>
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
    details: nonEmpty(
      ...[...chosen.details, ...words.detail],
      ...(await batch.details(planned)),
      ...(await changesElsewhere(context, batch.action, planned)),
      options.journal && words.undo,
      ...skippedLines(skipped),
    ),
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

async function changesElsewhere(
  { process: { signal } }: CliContext,
  { findOtherChanges }: BatchAction,
  planned: readonly PlannedItem[],
): Promise<string[]> {
  if (!findOtherChanges) return [];
  const addresses = planned.map(({ address }) => address);
  return predictedChangesWords(unwrap(await findOtherChanges(addresses, { signal })));
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
    await output.record(
      { ...factsOf(item), outcome: planned, change },
      `${nameOf(item)}: ${planned}${change && ` (${change})`}`,
    );
  }
  if (!output.isJson) await output.text(`${words.button(items)}: dry run, nothing was changed.`);
}

async function printSkipped(output: Output, skipped: BatchPreview["skipped"]): Promise<void> {
  for (const { failure, ...item } of skipped) {
    await output.record({ ...factsOf(item), outcome: "skipped", reason: reasonOf(failure) });
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

interface BatchOptions extends WriteOptions, QueryOptions {
  readonly all?: boolean;
}

const withBatchOptions = (command: Command): Command =>
  withWriteOptions(withQueryOptions(command).option("--all", "every document of the content type"));

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
  const locale = type && model.lists.locale(collection, type, catalog.defaultLocale);
  if (ids.length > 0 || type?.kind === "single") {
    requireOnlyIds(ids, chosen, { ...options, listQuery });
    const items = (type?.kind === "single" ? [singleId] : [...new Set(ids)]).map((id) => ({
      address: { ...collection, id, ...(locale && { locale }) },
      title: id,
    }));
    return { ...chosen, target: { kind: "selected", items }, details: [] };
  }
  if (!hasLimits(listQuery) && !options.all) {
    throw new CliError(
      `Pass the ids of documents, --filter, --search or --status. For every document of ${name}, pass --all.`,
    );
  }
  const words = matchingWords(listQuery, collection, catalog, type, locale);
  return { ...chosen, target: { kind: "matching", collection }, details: [words] };
}

const hasLimits = ({ filter, search, state }: ListQuery): boolean =>
  [filter, search, state].some((limit) => limit !== undefined);

/** Fails for ids beside options that choose documents, and for ids that the type doesn't have. */
function requireOnlyIds(
  ids: readonly string[],
  { type, collection }: ChosenType,
  { all, listQuery }: { readonly all?: boolean; readonly listQuery: ListQuery },
): void {
  if (type?.kind === "single" && ids.length > 0) {
    throw new CliError(`${collection.type} is a single type. Its document needs no id.`);
  }
  if (ids.length > 0 && (all || hasLimits(listQuery))) {
    throw new CliError("Pass either document ids or options that choose documents, not both.");
  }
  // Users have numeric ids. The service ignores other values, or takes a part of them.
  const wrongId = type ? undefined : ids.find((id) => !/^\d+$/.test(id));
  if (wrongId !== undefined) throw new CliError(`${wrongId} is not the numeric id of a user.`);
}
