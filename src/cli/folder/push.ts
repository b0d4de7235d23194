import { Option, type Command } from "commander";
import type { ContentFolder } from "../../model/folder/contentFolder.ts";
import { fileOf, planPush, type PushPlan } from "../../model/folder/push/contentPush.ts";
import type { Deletion } from "../../model/folder/push/changedFiles.ts";
import { finishPush, runPush, type PushResult } from "../../model/folder/push/pushRun.ts";
import { environmentOf, withEnvironment } from "../../model/folder/folderSettings.ts";
import { linesBesides, pushPlanText, readPushPlan } from "../../model/folder/push/pushPlanFile.ts";
import { settingsName } from "../../model/folder/settingsName.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import { valueIn } from "../../model/foundation/json.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { PlannedRecord } from "../../model/import/importPlan.ts";
import { factsOfReport } from "../../model/writing/changeReport.ts";
import { brief } from "../../texts/batch/batchWords.ts";
import { contentExportSteps } from "../../texts/export/exportWords.ts";
import { conflictHint, gapLines, statusStates } from "../../texts/folder/folderWords.ts";
import { planWords, writtenWords } from "../../texts/import/importWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { isConfirmed, runPrinted } from "../runs/printedRun.ts";
import { counted, printResults, recordActionWords, warningsAt } from "../runs/runResults.ts";
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { readValue, saveText } from "../shared/fileArguments.ts";
import type { Output } from "../shared/output.ts";
import { Table } from "../shared/table.ts";
import {
  requireWritable,
  serviceName,
  shellWord,
  withWriteOptions,
} from "../shared/writeOptions.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";
import { FileList, shownPath } from "./folderOutput.ts";
import { chosenTypes, hasGaps } from "./pull.ts";
import { existingFolder } from "./status.ts";

interface PushOptions extends WriteOptions {
  readonly folder?: string;
  readonly publish?: boolean;
  readonly delete?: boolean;
  readonly first?: boolean;
  /** The paths of files. */
  readonly plan?: string;
  readonly apply?: string;
}

export const registerPush = (program: Command, run: Run): Command =>
  withWriteOptions(
    program
      .command("push [types...]")
      .description("Send the changed files of a folder to the service.")
      .option("--folder <path>", "folder of the files; by default, the nearest one")
      .option("--publish", "publish documents that were published at the last pull")
      .option("--delete", "delete documents whose files were deleted; asks for each type")
      .option("--first", "push to a service that was never pulled into this folder")
      .option("--plan <file>", "write the plan to a file for a review, and send nothing")
      .addOption(
        new Option("--apply <file>", "send exactly what the plan in a file contains").conflicts([
          "plan",
          "publish",
        ]),
      )
      .addHelpText(
        "after",
        `
A push sends the fields that only the file changed. It writes drafts, except in content types without
drafts. It sends no value where the service changed the same field, and exits with 1 then. --yes
doesn't answer the questions about deletions and about earlier contents on the service.

Examples:
  $ cms-content push --dry-run
  $ cms-content push articles --publish
  $ cms-content push --plan plan.json
  $ cms-content push --apply plan.json --yes`,
      ),
  ).action((types: readonly string[], options: PushOptions) =>
    run(options, (context) => push(context, types, options)),
  );

async function push(
  context: CliContext,
  names: readonly string[],
  options: PushOptions,
): Promise<ExitCode> {
  const { model, output } = context;
  const isPlanOnly = isReadOnly(options);
  requireWritable(context, { ...options, dryRun: isPlanOnly });
  const folder = await existingFolder(options, output);
  const files = new FileList(folder.root, output, statusStates);
  const plan = await planFor(context, folder, { names, options, files });
  const chosen = await chooseFrom(plan, options);
  const { planned, refused, outdated, publishing } = chosen;
  const { delete: deletes = false } = options;
  const offered = deletes ? chosen.deletions : [];
  const deletions = isPlanOnly ? offered : await askDeletions(context, offered);
  const isPlanned = planned.length + publishing.length + deletions.length > 0;
  const summary = `Plan: ${planWords({ ...chosen, unchanged: [] })}.`;
  const isPartial =
    files.hasUnpulled ||
    files.counts.has("changed-on-service") ||
    refused.length + outdated.length > 0 ||
    hasGaps(plan.gaps);
  return runPrinted(context, options, {
    details: nonEmpty(
      ...gapLines(plan.gaps, shownPath(folder.root, settingsName)),
      files.counts.has("conflict") && conflictHint(),
      files.counts.has("changed-on-service") &&
        "The service changed some fields. To take its values, pull.",
      ...refused.map(({ line, failure }) => `${pathAt(plan, line)}: ${reasonOf(failure)}`),
      ...outdated.map(
        (path) =>
          `${shownPath(folder.root, path)}: not sent, because the file or the service changed since it was planned.`,
      ),
      !deletes &&
        plan.deletions.length > 0 &&
        "To delete the documents of deleted files, pass --delete.",
    ),
    isPlanOnly: isPlanOnly || !isPlanned,
    printPlan: async () => {
      if (isPlanOnly) await printRows(output, plan, { ...chosen, deletions });
      else await finishPush(plan, model);
      if (options.plan !== undefined) {
        await saveText(options.plan, pushPlanText(plan, { ...chosen, deletions }), "json");
        output.note(`To send this, use: cms-content push --apply ${shellWord(options.plan)}`);
      }
      output.note(isPlanned ? summary : "There is nothing to send.");
    },
    summary: [summary],
    question: `Push ${shownPath(folder.root)} to ${serviceName(model)}?`,
    doing: "Pushing",
    run: async (steps) => {
      const result = await runPush(plan, model, { ...steps, ...chosen, deletions });
      const isWanted = ({ item }: PushResult["written"][number]) => !chosen.without.has(item.line);
      return { ...result, written: result.written.filter(isWanted) };
    },
    print: (result) => printResult(output, result, plan),
    resultsOf: ({ written, published, deleted }) => [...written, ...published, ...deleted],
    resumable: "push",
    exitCode: isPartial ? exitCodes.negative : exitCodes.success,
  });
}

const isReadOnly = ({ dryRun, plan }: PushOptions): boolean =>
  dryRun === true || plan !== undefined;

const canAsk = ({ output, process }: CliContext): boolean =>
  process.stdin.isTTY === true && output.canShowQuestions;

const pathAt = ({ items, request }: PushPlan, line: number): string =>
  shownPath(request.folder.root, fileOf(items[line - 1]).path);

/** The part of a plan to send: all of it, or only what a reviewed plan has, too. */
async function chooseFrom(plan: PushPlan, { apply, publish = false }: PushOptions) {
  const { settings, environment } = plan.request;
  const service = settings.environments[environment] ?? "";
  const reviewed = apply === undefined ? undefined : await readValue(apply, readPushPlan);
  if (reviewed && reviewed.service !== service)
    throw new CliError(`${apply} is the plan of a push to another service. Nothing was sent.`);
  const { lines = new Set<number>(), changed = [] } = reviewed ? linesBesides(plan, reviewed) : {};
  const without = new Set([...lines, ...plan.gone]);
  const { planned = [], refused = [] } = plan.records ?? {};
  const publishes = reviewed?.publish ?? publish;
  const gonePaths = [...plan.gone].map((line) => fileOf(plan.items[line - 1]).path);
  return {
    ...{ service, without, publishes, refused, outdated: [...changed, ...gonePaths] },
    planned: planned.filter(({ line }) => !without.has(line)),
    publishing: publishes ? plan.publishing : [],
    deletions: plan.deletions.filter(({ path }) => reviewed?.deletions.includes(path) ?? true),
  };
}

async function planFor(
  context: CliContext,
  folder: ContentFolder,
  {
    names,
    options,
    files,
  }: { readonly names: readonly string[]; readonly options: PushOptions; readonly files: FileList },
): Promise<PushPlan> {
  const { model, output } = context;
  const { signal } = context.process;
  const { connection } = model;
  const isFirst = options.first === true;
  const known = environmentOf(folder.settings, connection.url);
  if (known === undefined && !isFirst)
    throw new CliError(
      `${connection.name} was never pulled into ${shownPath(folder.root)}. To push there, pass --first. To see what it would send, add --dry-run.`,
    );
  const settings =
    known === undefined ? withEnvironment(folder.settings, connection) : folder.settings;
  const environment = environmentOf(settings, connection.url) ?? "";
  const types = await chosenTypes({ model, folder, names });
  const steps = contentExportSteps((step) => output.progress(`Comparing ${step}`));
  const schema = (await folder.schema())[1] ?? undefined;
  const request = { connection: connection.id, folder, settings, environment, schema, types };
  return unwrap(
    await planPush({ ...request, isFirst, describe }, model, {
      ...{ signal, ...steps, onRead: output.steps("Planning").onRead },
      onFiles: (changes) => files.print(changes),
      confirmEarlier: (paths) => confirmEarlier(context, options, { root: folder.root, paths }),
    }),
  );
}

/** Asks also with --yes. A push that sends nothing, and one of a reviewed plan, don't ask. */
async function confirmEarlier(
  context: CliContext,
  options: PushOptions,
  { root, paths }: Pick<ContentFolder, "root"> & { readonly paths: readonly string[] },
): Promise<boolean> {
  const { output, model } = context;
  if (isReadOnly(options) || options.apply !== undefined || !canAsk(context)) return false;
  output.endProgress();
  const names = listOf(paths.map((path) => shownPath(root, path)));
  const files = paths.length === 1 ? "the file" : "the files";
  return isAgreed(
    context,
    `${serviceName(model)} went back to an earlier content of ${counted(paths.length, "file")} (${names}). Replace it with the values of ${files}?`,
  );
}

/** Whether the user agrees to a part of the push. Throws a CliError after Ctrl+C. */
async function isAgreed(context: CliContext, question: string): Promise<boolean> {
  const isConfirmedPart = await isConfirmed(context, question);
  if (context.process.signal.aborted) throw new CliError("Cancelled.", exitCodes.cancelled);
  return isConfirmedPart;
}

/** Asks for each type, also with --yes. Returns the deletions to which the user agrees. */
async function askDeletions(
  context: CliContext,
  deletions: readonly Deletion[],
): Promise<readonly Deletion[]> {
  const { output, model } = context;
  if (deletions.length === 0) return [];
  if (!canAsk(context)) {
    output.note("There is no terminal to confirm the deletions. Nothing is deleted.");
    return [];
  }
  const agreed: Deletion[] = [];
  for (const [type, some] of groupedBy(deletions, ({ address }) => address.type)) {
    const paths = some.map(({ path }) => path);
    const question = `Delete ${counted(some.length, "document")} of ${type} on ${serviceName(model)} (${paths.join(", ")})?`;
    if (await isAgreed(context, question)) agreed.push(...some);
  }
  return agreed;
}

/** Prints what a push would do, with the values before and after. */
async function printRows(
  output: Output,
  plan: PushPlan,
  { planned, publishing, deletions }: PrintedPlan,
): Promise<void> {
  const table = new Table(output, ["action", "file", "field", "before", "after"]);
  const isPublished = new Set(publishing.flatMap(({ items }) => items));
  for (const { line, intent, elsewhere } of planned) {
    const item = plan.items[line - 1];
    const facts = { action: recordActionWords[intent.kind].planned, file: pathAt(plan, line) };
    const fields = (item?.files ?? []).flatMap(({ names, content, file }) =>
      names.map((field) => {
        return { field, before: valueIn(content, field), after: valueIn(file, field) };
      }),
    );
    const publish = item && isPublished.has(item) ? true : undefined;
    await table.print(
      output.isJson
        ? [{ ...facts, fields, publish, ...factsOfReport({ elsewhere }) }]
        : fields.map(({ field, before, after }) => {
            return { ...facts, field, before: brief(before), after: brief(after) };
          }),
    );
  }
  await table.print(
    deletions.map(({ path }) => {
      return { action: "delete", file: shownPath(plan.request.folder.root, path) };
    }),
  );
}

interface PrintedPlan extends Pick<PushPlan, "publishing"> {
  readonly planned: readonly PlannedRecord[];
  readonly deletions: readonly Deletion[];
}

async function printResult(output: Output, result: PushResult, plan: PushPlan): Promise<void> {
  const { written, published, deleted } = result;
  const { records } = plan;
  await printResults(output, written, {
    factsOf: ({ line, locale, title, ...item }) => {
      const { documentId = item.documentId } = records?.index.at(line)?.group ?? {};
      const warnings = records && warningsAt(records, line);
      return { file: pathAt(plan, line), documentId, locale, title, warnings };
    },
    nameOf: ({ line }) => pathAt(plan, line),
    finished: ({ intent }) => recordActionWords[intent.kind].finished,
  });
  const done = (results: readonly ItemResult<unknown>[]): number =>
    results.filter(({ outcome }) => outcome === "done").length;
  const counts = [`${writtenWords(written, { refused: records?.refused ?? [], unchanged: [] })}.`];
  for (const [results, finished] of [
    [published, "published"],
    [deleted, "deleted"],
  ] as const) {
    await printResults(output, results, {
      factsOf: ({ address: { type, id, locale }, title }) => {
        return { type, documentId: id, locale, title };
      },
      nameOf: ({ address: { type, locale }, title }) =>
        nonEmpty(`${type}/${title}`, locale).join(" "),
      finished: () => finished,
    });
    if (done(results) > 0) counts.push(`${counted(done(results), "document")} ${finished}.`);
  }
  output.note(counts.join(" "));
}
