import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { Option, type Command } from "commander";
import { ResultsFile } from "../../model/import/resultsFile.ts";
import type { Places } from "../../model/import/importFiles.ts";
import { singleId } from "../../model/foundation/address.ts";
import { isSpecialFile } from "../../model/foundation/textFiles.ts";
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
import { fileWords } from "../../texts/copy/fileCopyWords.ts";
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import { repeatable, type CliContext, type Run } from "../shared/command.ts";
import { recordFormatOf } from "../shared/fileArguments.ts";
import { fileRequestOf, folderRequestOf } from "./importRequest.ts";
import type { ImportArguments, ImportOptions } from "./importRequest.ts";
import { noResults } from "../shared/memoryStores.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { Output } from "../shared/output.ts";
import { runPrinted } from "../runs/printedRun.ts";
import { printResults, printUploads, recordActionWords } from "../runs/runResults.ts";
import { uploadedWords, warningsAt } from "../runs/runResults.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";

export const registerImport = (program: Command, run: Run): Command =>
  withWriteOptions(
    program
      .command("import <type|folder> [file]")
      .description("Create and update documents from a file, or from an export of all content.")
      .addOption(
        new Option(
          "--format <format>",
          "format of the file; by default, its ending tells it",
        ).choices(formats),
      )
      .addOption(
        repeatable(
          "--key <field>",
          "field that identifies existing documents, which are updated; repeatable for a folder",
        ),
      )
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
      .option("--media", "for a folder, upload the media files that the service lacks")
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

With - as the file, the records come from stdin. Pass --format, and --yes or --dry-run. No results
are saved, so an interrupted import can't be resumed. With --key, run it again instead.

For the folder of an export of all content, --key, --map and --relation begin with a type, as in
articles.slug. Without a key, its documents are found by documentId. With --media, the media files
of an export with --media are uploaded first, except those that the service has already.

Examples:
  $ cms-content import articles articles.csv --key slug --dry-run
  $ cms-content import articles articles.csv --key slug --map "Long title=title" --yes
  $ cms-content import articles articles.ndjson --key documentId --relation author=email
  $ cms-content import homepage homepage.ndjson
  $ jq -c .teas[] all.json | cms-content import articles - --format ndjson --key slug --yes
  $ cms-content import ./content --key articles.slug --dry-run
  $ cms-content import ./content --media --yes`,
      ),
  ).action((typeOrFolder: string, file: string | undefined, options: ImportOptions) =>
    run(options, (context) => importFrom(context, typeOrFolder, file, options)),
  );

async function importFrom(
  context: CliContext,
  typeOrFolder: string,
  file: string | undefined,
  options: ImportOptions,
): Promise<ExitCode> {
  requireWritable(context, options);
  if (file === undefined && !(await isSpecialFile(typeOrFolder))) {
    throw new CliError(
      `${typeOrFolder} isn't a folder. To import a file, pass its type, then the file.`,
    );
  }
  if (file !== undefined && options.media)
    throw new CliError("--media is for the folder of an export of all content.");
  if (file === "-") return importStdin(context, typeOrFolder, options);
  const request =
    file === undefined
      ? await folderRequestOf(context, typeOrFolder, options)
      : await fileRequestOf(context, typeOrFolder, file, options);
  return importRequested(context, request, resolve(file ?? typeOrFolder), options);
}

/**
 * Imports the records of stdin from a temporary file, because an import reads its file several
 * times. Its results are not kept, so it can't be resumed.
 */
async function importStdin(
  context: CliContext,
  type: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const { stdin, signal } = context.process;
  if (options.startOver) throw new CliError("An import of stdin has no earlier results.");
  recordFormatOf("-", options.format);
  const folder = await mkdtemp(join(tmpdir(), "cms-import-"));
  try {
    const path = join(folder, "stdin");
    const writing = writeFile(path, addAbortSignal(signal, stdin), { mode: 0o600 });
    await writing.catch((error: unknown) => {
      if (signal.aborted) throw new CliError("Cancelled.", exitCodes.cancelled);
      throw new CliError(`stdin can't be read: ${whyOf(error)}`);
    });
    const request = await fileRequestOf(context, type, path, options, "stdin");
    return await importRequested(context, { ...request, isStdin: true }, path, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param path The file or folder that is imported. The results log is next to it. */
async function importRequested(
  context: CliContext,
  request: ImportArguments & { readonly isStdin?: boolean },
  path: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const { model, output, process } = context;
  const { source, targets, media, isStdin = false } = request;
  const fileName = basename(path);
  const log = new ResultsFile(path, { describe: reasonOf, places: source });
  const isRepeated = await log.isThere();
  const { onRead } = output.steps("Planning");
  const results = options.startOver ? noResults : log;
  const { signal } = process;
  const how = { results, media, signal, onRead };
  const plan = unwrap(await model.imports.preview(source, targets, how));
  const { refused, files } = plan;
  const uploads = files.filter(({ match }) => match === "upload");
  const blocked = files.flatMap(({ failure }) => failure ?? []);
  const isDry = options.dryRun === true;
  const isEmpty = plan.planned.length + uploads.length === 0;
  return runPrinted(context, options, {
    details: nonEmpty(
      isRepeated &&
        !options.startOver &&
        `${log.name} has the results of an earlier import. To ignore it, pass --start-over.`,
      ...request.details,
      ...planDetails(plan, source),
      ...fileWords({ files, folders: [] }, { to: serviceName(model) }),
      !isDry && uploads.length > 0 && "Undo doesn't delete uploaded files.",
      ...(isDry ? [] : blocked.map(reasonOf)),
      ...(isDry ? [] : refused.map((record) => refusedRecordWords(record, source))),
      !isDry && isEmpty && `There is nothing to import from ${fileName}: ${planWords(plan)}.`,
    ),
    isPlanOnly: isDry || isEmpty,
    printPlan: async () => {
      if (isDry) await printPlan(output, plan, fileName, source);
      else if (output.isJson) await printImportResults(output, [], plan, source);
    },
    summary: [`Plan: ${planWords(plan)}.`],
    question: importQuestion({ ...request, fileName }, serviceName(model)),
    doing: "Importing",
    run: async (steps) => {
      if (options.startOver && isRepeated) {
        await log.putAside().catch((error: unknown) => {
          throw new CliError(`${log.path} can't be renamed: ${whyOf(error)}`);
        });
      }
      return model.imports.runWithFiles(source, plan, { results: log, ...steps });
    },
    print: async (result) => {
      await printUploads(output, result.uploads);
      await printImportResults(output, result.records, plan, source);
      const summary = [writtenWords(result.records, plan), uploadedWords(result.uploads)];
      output.note(`${summary.filter(Boolean).join(", ")}.`);
      if (!isStdin && (await log.isThere())) output.note(`Results: ${log.path}`);
    },
    resultsOf: ({ records, uploads: uploadResults }) => [...records, ...uploadResults],
    ...(!isStdin && { resumable: "import" }),
    // Records and files that can't be imported count as failed, whatever the others do.
    exitCode:
      refused.length + blocked.length > 0 || request.isPartial
        ? exitCodes.negative
        : exitCodes.success,
  });
}

async function printPlan(
  output: Output,
  plan: ImportPlan,
  fileName: string,
  places: Places,
): Promise<void> {
  for (const { name, match, failure } of plan.files) {
    const reason = failure && reasonOf(failure);
    if (match === "upload") await output.record({ file: name, outcome: match }, `${name}: upload`);
    else if (reason !== undefined)
      await output.record({ file: name, outcome: "failed", reason }, reason);
  }
  for (const { line, title, documentId, intent, elsewhere } of plan.planned) {
    const fields = "names" in intent ? intent.names : undefined;
    const outcome = recordActionWords[intent.kind].planned;
    const target = nonEmpty(documentId, fields?.join(", ")).join(": ");
    await output.record(
      { ...factsAt(line, plan, places), outcome, fields, ...factsOfReport({ elsewhere }) },
      `${lineWords(places.placeOf(line))}: ${titleWords({ title })}: ${outcome}${target && ` ${target}`}`,
    );
  }
  await printIdle(output, plan, places);
  if (!output.isJson) await output.text(`${fileName}: ${planWords(plan)}`);
}

/** Prints the records that an import doesn't write. */
async function printIdle(output: Output, plan: ImportPlan, places: Places): Promise<void> {
  for (const record of plan.refused) {
    const reason = reasonOf(record.failure);
    const facts = { ...factsAt(record.line, plan, places), outcome: "failed", reason };
    await output.record(facts, refusedRecordWords(record, places));
  }
  const print = (line: number, outcome: string) => {
    const facts = { ...factsAt(line, plan, places), outcome };
    const name = facts.title === undefined ? "" : ` ${titleWords({ title: facts.title })}:`;
    return output.record(facts, `${lineWords(places.placeOf(line))}:${name} ${outcome}`);
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
  places: Places,
): Promise<void> {
  await printResults(output, results, {
    factsOf: ({ line }) => factsAt(line, plan, places),
    nameOf: (item) => `${lineWords(places.placeOf(item.line))}: ${titleWords(item)}`,
    finished: ({ intent }) => recordActionWords[intent.kind].finished,
  });
  if (output.isJson) await printIdle(output, plan, places);
}

function factsAt(at: number, plan: ImportPlan, places: Places) {
  const { file, line } = places.placeOf(at);
  const { title, locale, group } = plan.index.at(at) ?? {};
  const documentId = group?.documentId === singleId ? undefined : group?.documentId;
  return { file, line, documentId, locale, title, warnings: warningsAt(plan, at) };
}
