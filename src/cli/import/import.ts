import { Option, type Command } from "commander";
import { ResultsFile } from "../../model/import/resultsFile.ts";
import { formats, type Format } from "../../model/records/recordFormat.ts";
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
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import { repeatable, type CliContext, type Run } from "../shared/command.ts";
import { importRequestOf, type ImportOptions } from "./importRequest.ts";
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
  const { model, output, process } = context;
  const request = await importRequestOf(context, type, file, options);
  const { source, target, format, fileName } = request;
  const log = new ResultsFile(file, reasonOf);
  const isRepeated = await log.isThere();
  const { onRead } = output.steps("Planning");
  const results = options.startOver ? noResults : log;
  const { signal } = process;
  const plan = unwrap(await model.imports.preview(source, target, { results, signal, onRead }));
  const { refused } = plan;
  const isDry = options.dryRun === true;
  const isEmpty = plan.planned.length === 0;
  return runPrinted(context, options, {
    details: nonEmpty(
      isRepeated &&
        !options.startOver &&
        `${log.name} has the results of an earlier import. To ignore it, pass --start-over.`,
      ...request.details,
      ...planDetails(plan, format),
      ...(isDry ? [] : refused.map((record) => refusedRecordWords(record, format))),
      !isDry && isEmpty && `There is nothing to import from ${fileName}: ${planWords(plan)}.`,
    ),
    isPlanOnly: isDry || isEmpty,
    printPlan: async () => {
      if (isDry) await printPlan(output, plan, fileName, format);
      else if (output.isJson) await printImportResults(output, [], plan, format);
    },
    summary: [`Plan: ${planWords(plan)}.`],
    question: importQuestion(request, serviceName(model)),
    doing: "Importing",
    run: async (steps) => {
      if (options.startOver && isRepeated) {
        await log.putAside().catch((error: unknown) => {
          throw new CliError(`${log.path} can't be renamed: ${whyOf(error)}`);
        });
      }
      return model.imports.run(source, plan, { results: log, ...steps });
    },
    print: async (itemResults) => {
      await printImportResults(output, itemResults, plan, format);
      output.note(`${writtenWords(itemResults, plan)}.`);
      if (await log.isThere()) output.note(`Results: ${log.path}`);
    },
    resultsOf: (itemResults) => itemResults,
    resumable: "import",
    // Records that can't be imported count as failed, whatever the others do.
    exitCode: refused.length > 0 ? exitCodes.negative : exitCodes.success,
  });
}

async function printPlan(
  output: Output,
  plan: ImportPlan,
  fileName: string,
  format: Format,
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
  for (const { line, title, failure } of plan.refused) {
    await output.json({ line, title, outcome: "failed", reason: reasonOf(failure) });
  }
  const print = async (line: number, outcome: string) => {
    const { title, group } = plan.index.at(line) ?? {};
    const warnings = warningsAt(plan, line);
    await output.json({ line, documentId: group?.documentId, title, outcome, warnings });
  };
  for (const line of plan.unchanged) await print(line, "unchanged");
  for (const line of plan.done) await print(line, "already imported");
  for (const line of plan.empty) await print(line, "without values");
}

/** Prints the result of each record as JSON, or the records that were not imported. */
async function printImportResults(
  output: Output,
  results: readonly ItemResult<PlannedRecord>[],
  plan: ImportPlan,
  format: Format,
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
