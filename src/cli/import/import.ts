import { Option } from "commander";
import type { Command } from "commander";
import { ResultsFile } from "../../model/import/resultsFile.ts";
import { formats } from "../../model/records/recordFormat.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { ImportPlan, PlannedRecord } from "../../model/import/importPlan.ts";
import { factsOfReport } from "../../model/writing/changeReport.ts";
import { whyOf } from "../../model/foundation/outcome.ts";
import {
  importQuestion,
  lineWords,
  planDetails,
  planWords,
  refusedRecordWords,
  writtenWords,
} from "../../texts/import/importWords.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { CliError, exitCodes, reasonOf, unwrap } from "../shared/cliError.ts";
import type { ExitCode } from "../shared/cliError.ts";
import { repeatable } from "../shared/command.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { importRequestOf } from "./importRequest.ts";
import type { ImportOptions, ImportArguments } from "./importRequest.ts";
import { noResults } from "../shared/memoryStores.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { Output } from "../shared/output.ts";
import { runPrinted } from "../runs/printedRun.ts";
import { printResults, recordActionWords, warningsAt } from "../runs/runResults.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";

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
      .addOption(repeatable("--map <column=field>", "import a column into a field; repeatable"))
      .addOption(
        repeatable(
          "--relation <path=attribute>",
          "find the targets of a relation by an attribute instead of documentId; repeatable",
        ),
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
  const { model, output } = context;
  const { request, plan, results: log, isRepeated } = planned;
  const isDry = options.dryRun === true;
  const refused = plan.refused.map((record) => refusedRecordWords(record, request.format));
  const nothingWords = `There is nothing to import from ${request.fileName}: ${planWords(plan)}.`;
  const isEmpty = plan.planned.length === 0;
  return runPrinted(context, options, {
    details: nonEmpty(
      ...planned.details,
      ...(isDry ? [] : refused),
      !isDry && isEmpty && nothingWords,
    ),
    isPlanOnly: isDry || isEmpty,
    printPlan: async () => {
      if (isDry) await printPlan(output, plan, request);
      else if (output.isJson) await printImportResults(output, [], planned);
    },
    summary: [`Plan: ${planWords(plan)}.`],
    question: importQuestion(request, serviceName(model)),
    doing: "Importing",
    run: async (steps) => {
      if (options.startOver && isRepeated) await putAside(log);
      return model.imports.run(request.source, plan, { results: log, ...steps });
    },
    print: async (results) => {
      await printImportResults(output, results, planned);
      output.note(`${writtenWords(results, plan)}.`);
      if (await log.isThere()) output.note(`Results: ${log.path}`);
    },
    resultsOf: (results) => results,
    resumable: "import",
    exitCode: exitCodeOfPlan(plan),
  });
}

/** Records that can't be imported count as failed, whatever the others do. */
const exitCodeOfPlan = ({ refused }: ImportPlan): ExitCode =>
  refused.length > 0 ? exitCodes.negative : exitCodes.success;

async function planImport(context: CliContext, type: string, file: string, options: ImportOptions) {
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

async function putAside(results: ResultsFile): Promise<void> {
  try {
    await results.putAside();
  } catch (error) {
    throw new CliError(`${results.path} can't be renamed: ${whyOf(error)}`);
  }
}

async function printPlan(
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
async function printImportResults(
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
