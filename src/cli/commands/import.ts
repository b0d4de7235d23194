import { randomUUID } from "node:crypto";
import { Option } from "commander";
import type { Command } from "commander";
import { ResultsFile } from "../../model/bulk/files/resultsFile.ts";
import { formats } from "../../model/bulk/formats/format.ts";
import type { ImportPlan } from "../../model/bulk/importing/plan.ts";
import { whyOf } from "../../model/foundation/outcome.ts";
import { planDetails, planWords, refusedRecordWords } from "../../texts/importWords.ts";
import { CliError, unwrap, reasonOf } from "../cliError.ts";
import type { CliContext, Run } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import type { ExitCode } from "../exitCodes.ts";
import { printPlan, printImportResults, resultsSummary } from "../importReport.ts";
import { importRequestOf } from "../importRequest.ts";
import type { ImportOptions, ImportArguments } from "../importRequest.ts";
import { appended } from "../keyChoice.ts";
import { noResults } from "../memoryStores.ts";
import { endRun } from "../runResults.ts";
import {
  confirmWrite,
  noteUndo,
  requireWritable,
  serviceName,
  withWriteOptions,
} from "../writeOptions.ts";

export const registerImport = (program: Command, run: Run): Command =>
  withWriteOptions(
    program
      .command("import <type> <file>")
      .description("Create and update documents from an NDJSON, JSON or CSV file.")
      .addOption(
        new Option(
          "--format <format>",
          "format of the file; by default, its ending tells it",
        ).choices(formats),
      )
      .option("--key <field>", "field that identifies existing documents, which are updated")
      .addOption(
        new Option("--always-create", "create a document for each record").conflicts("key"),
      )
      .option("--map <column=field>", "import a column into a field; repeatable", appended, [])
      .option(
        "--relation <path=attribute>",
        "find the targets of a relation by an attribute instead of documentId; repeatable",
        appended,
        [],
      )
      .option("--locale <code>", "locale of the records that name none")
      .option("--resume", "skip the records of an earlier import of the file; this is the default")
      .addOption(
        new Option("--start-over", "put the results of an earlier import aside").conflicts(
          "resume",
        ),
      )
      .addHelpText(
        "after",
        `
The import creates and updates drafts. It doesn't publish, except in content types without drafts.
The result of each record is saved next to the file, for example in articles.csv.results.ndjson. An
import that was interrupted resumes when you run the same command again.

Examples:
  $ cms-content import articles articles.csv --key slug --dry-run
  $ cms-content import articles articles.csv --key slug --map "Long title=title" --yes
  $ cms-content import articles articles.ndjson --key documentId --relation author=email`,
      ),
  ).action((type: string, file: string, options: ImportOptions) =>
    run(options, (context) => importFile(context, type, file, options)),
  );

async function importFile(
  context: CliContext,
  type: string,
  file: string,
  options: ImportOptions,
): Promise<ExitCode> {
  requireWritable(context, options);
  const planned = await planImport(context, type, file, options);
  if (options.dryRun) return printDryRun(context, planned);
  const { output } = context;
  const { request, plan, results, details, isRepeated } = planned;
  for (const line of details) output.note(line);
  for (const one of plan.refused) output.note(refusedRecordWords(one, request.format));
  if (plan.planned.length === 0) {
    output.note(`There is nothing to import from ${request.fileName}: ${planWords(plan)}.`);
    if (output.isJson) await printImportResults(output, [], planned);
    return exitCodeOfPlan(plan);
  }
  const { fileName, collectionName } = request;
  const question = `Import ${fileName} into ${collectionName} on ${serviceName(context.model)}?`;
  const isConfirmed = await confirmWrite(context, options, question, [`Plan: ${planWords(plan)}.`]);
  if (!isConfirmed) return exitCodes.cancelled;
  if (options.startOver && isRepeated) await putAside(results);
  return runImport(context, planned);
}

/** Records that can't be imported count as failed, whatever the others do. */
const exitCodeOfPlan = ({ refused }: ImportPlan): ExitCode =>
  refused.length > 0 ? exitCodes.negative : exitCodes.success;

interface PlannedImport {
  readonly request: ImportArguments;
  readonly plan: ImportPlan;
  readonly results: ResultsFile;
  readonly details: readonly string[];
  readonly isRepeated: boolean;
}

async function planImport(
  context: CliContext,
  type: string,
  file: string,
  options: ImportOptions,
): Promise<PlannedImport> {
  const { model, output, process } = context;
  const { signal } = process;
  const request = await importRequestOf(context, type, file, options);
  const results = new ResultsFile(file, reasonOf);
  const isRepeated = await results.isThere();
  const { onRead } = output.steps("Planning");
  const earlier = options.startOver ? noResults : results;
  const { source, target } = request;
  const plan = unwrap(
    await model.imports.preview(source, target, { results: earlier, signal, onRead }),
  );
  const resuming =
    isRepeated && !options.startOver
      ? [`${results.name} has the results of an earlier import. To ignore it, pass --start-over.`]
      : [];
  const details = [...resuming, ...request.details, ...planDetails(plan, request.format)];
  return { request, plan, results, details, isRepeated };
}

async function printDryRun(
  { output }: CliContext,
  { request, plan, details }: PlannedImport,
): Promise<ExitCode> {
  for (const line of details) output.note(line);
  await printPlan(output, plan, request);
  return exitCodeOfPlan(plan);
}

async function runImport(context: CliContext, planned: PlannedImport): Promise<ExitCode> {
  const { model, output, process } = context;
  const { request, plan, results: log } = planned;
  const group = randomUUID();
  const results = await model.imports.run(request.source, plan, {
    group,
    results: log,
    signal: process.signal,
    ...output.steps("Importing", plan.planned.length),
  });
  await printImportResults(output, results, planned);
  output.note(resultsSummary(results, plan));
  if (await log.isThere()) output.note(`Results: ${log.path}`);
  await noteUndo(context, group);
  const exitCode = endRun(context, results, "import");
  return exitCode === exitCodes.success ? exitCodeOfPlan(plan) : exitCode;
}

async function putAside(results: ResultsFile): Promise<void> {
  try {
    await results.putAside();
  } catch (error) {
    throw new CliError(`${results.path} can't be renamed: ${whyOf(error)}`);
  }
}
