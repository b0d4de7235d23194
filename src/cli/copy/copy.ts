import { isDeepStrictEqual } from "node:util";
import { Option, type Command } from "commander";
import type { Comparison } from "../../model/compare/comparison.ts";
import { defaultRows } from "../../model/copy/copies.ts";
import { verdictOf, type ChosenRow } from "../../model/copy/copySelection.ts";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import { readPlanFile, reviewedDocuments, toPlanFile } from "../../model/copy/copyPlanFile.ts";
import { undecidedDocuments, type UndecidedDocument } from "../../model/copy/undecidedDocuments.ts";
import {
  copyEffectWords,
  notRememberedWords,
  plannedWords,
  resumesCopyWords,
  unpublishedWords,
} from "../../texts/copy/copyWords.ts";
import { planWords } from "../../texts/import/importWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { CliError, exitCodes, unwrap, type ExitCode } from "../shared/cliError.ts";
import { typesWithAllFields } from "../shared/cliModel.ts";
import {
  compareTypes,
  loadPairs,
  namesOf,
  sidesOf,
  urlsOf,
  withBetweenOptions,
} from "../compare/betweenServices.ts";
import type { CliContext, Run } from "../shared/command.ts";
import {
  leaveEmptyOption,
  namedUploads,
  personalChoiceOf,
  personalHints,
  requireUses,
  uploadOption,
  uploadsAgain,
} from "./copyOptions.ts";
import type { CopyOptions } from "./copyOptions.ts";
import {
  copySummary,
  openRowsOf,
  printCopyPlan,
  printCopyResults,
  printUncopied,
  refusedLines,
  typeName,
} from "./copyReport.ts";
import type { OpenRow, OpenVerdict } from "./copyReport.ts";
import { readValue, saveText } from "../shared/fileArguments.ts";
import { noteApply, planFileParts, rememberDecisions, saveUndecided } from "./planFile.ts";
import type { PlanDecisions } from "./planFile.ts";
import { keyOption, mapOption, rememberKeys, rememberMap } from "../compare/matchMap.ts";
import { runPrinted } from "../runs/printedRun.ts";
import { counted } from "../runs/runResults.ts";
import type { ChosenType } from "../shared/typeChoice.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";
import { pushAll } from "../../model/foundation/chunks.ts";

export const registerCopy = (program: Command, run: Run): Command =>
  withWriteOptions(
    withBetweenOptions(
      program
        .command("copy")
        .description("Copy documents that are new or different from one service to another."),
    )
      .addOption(keyOption)
      .addOption(mapOption)
      .addOption(uploadOption)
      .addOption(leaveEmptyOption)
      .option("--publish", "give the copies the publication status of the source")
      .option(
        "--overwrite-newer",
        "also copy documents that were changed later or deleted on the target",
      )
      .option("--source-wins", "in a conflict, copy the value of the source")
      .option(
        "--incomplete",
        "also create documents that are published at once without parts that were not read",
      )
      .option("--plan <file>", "write the plan to a file for a review, and copy nothing")
      .addOption(
        new Option("--apply <file>", "copy exactly what the plan in a file contains").conflicts([
          ...["type", "filter", "search", "status", "locale", "allLocales", "publish", "plan"],
          ...["overwriteNewer", "leaveEmpty", "sourceWins", "incomplete", "uploadAgain"],
        ]),
      )
      .addHelpText(
        "after",
        `
The copies are drafts, except in content types without drafts. Nothing is deleted. The command
doesn't copy a document that changed on both services since the last copy, and none whose
counterpart is unclear. Without an earlier copy, it doesn't copy a document that was changed later
on the target, or one with the same documentId that may have changed there. After a copy, it doesn't
create again what the target deleted. If the type has no drafts, it creates no document without
components or required fields that can't be read. To decide about such documents and their fields
one by one, edit the file that --plan writes.

Examples:
  $ cms-content copy --from Staging --to Production --type articles --dry-run
  $ cms-content copy --from Staging --to Production --type articles --plan plan.json
  $ cms-content copy --from Staging --to Production --apply plan.json --allow-production`,
      ),
  ).action((options: CopyOptions) => run(options, (context) => copy(context, options)));

interface PlannedCopy {
  readonly plan: CopyPlan;
  readonly details: readonly string[];
  readonly decisions: PlanDecisions;
  /** Whether some documents differ, and are not part of the plan. */
  readonly isPartial: boolean;
  /** Whether a comparison has named the parts that it left out; not for a plan file. */
  readonly isCompared: boolean;
}

async function copy(context: CliContext, options: CopyOptions): Promise<ExitCode> {
  const { output, model } = context;
  const isReadOnly = options.dryRun === true || options.plan !== undefined;
  requireWritable(context, { ...options, dryRun: isReadOnly });
  await rememberKeys(context, options);
  await rememberMap(context, options);
  await rememberAllFields(context, options);
  const planned =
    options.apply === undefined
      ? await planDifferences(context, options)
      : await planOfFile(context, options.apply, options);
  if (!planned) return exitCodes.success;
  const { plan, decisions } = planned;
  const names = namesOf(model);
  const nameOfType = (uid: string) => typeName(uid, plan);
  // Documents that can't be copied, or that are copied in part or stay different, count as failed.
  const isPartial = planned.isPartial || plan.refused.length + plan.lacking.length > 0;
  return runPrinted(context, options, {
    details: nonEmpty(
      ...planned.details,
      ...copyEffectWords(plan, names, nameOfType, planned.isCompared),
      plan.incomplete.length > 0 && "To create them anyway, pass --incomplete.",
      ...unpublishedWords(plan, names.from),
      ...personalHints(plan),
      ...refusedLines(plan),
    ),
    isPlanOnly: isReadOnly || plan.planned.length + plan.publishing.length === 0,
    printPlan: async () => {
      if (!isReadOnly) await model.copies.finish(plan);
      if (options.plan !== undefined) {
        const parts = planFileParts(model, options, decisions);
        await saveText(options.plan, toPlanFile(plan, parts), "json");
      }
      await printCopyPlan(output, plan);
      if (options.plan !== undefined) noteApply(context, options, decisions);
    },
    summary: [`Plan: ${planWords(plan)}.`, ...plannedWords(plan, nameOfType)],
    question: `Copy from ${names.from} to ${serviceName(model)}?`,
    doing: "Copying",
    run: (steps) => model.copies.run(plan, steps),
    print: async (result) => {
      await printCopyResults(output, result, plan);
      output.note(copySummary(result, plan));
      for (const line of nonEmpty(notRememberedWords(result))) output.note(line);
    },
    resultsOf: ({ items, uploads, published }) => [...items, ...uploads, ...published],
    resumable: "copy",
    exitCode: isPartial ? exitCodes.negative : exitCodes.success,
  });
}

/** Remembers the types of the option for the next copies to the target, or uses those of the last one. */
async function rememberAllFields({ model }: CliContext, options: CopyOptions): Promise<void> {
  const { connection, connections } = model;
  const pairs = await loadPairs(model);
  if (options.sendAllFields?.length) {
    await model.readService();
    const why = await pairs.chooseAllFields(typesWithAllFields(options));
    if (why !== undefined) throw new CliError(`--send-all-fields can't be remembered: ${why}`);
  } else if (pairs.allFields.length > 0) {
    const { sendAllFields = [] } = connection;
    await connections.change(connection, { sendAllFields: [...sendAllFields, ...pairs.allFields] });
  }
}

async function chooseRows(context: CliContext, options: CopyOptions) {
  const { overwriteNewer = false, sourceWins = false, incomplete = false } = options;
  const isDecided: Readonly<Record<OpenVerdict, boolean>> = {
    unclear: false,
    "title-there": false,
    incomplete,
    conflict: sourceWins,
    "newer-there": overwriteNewer,
    "deleted-there": overwriteNewer,
  };
  const chosen: ChosenRow[] = [];
  /** The documents that differ, and are copied only if the user decides so. */
  const uncopied: (readonly [readonly OpenRow[], string])[] = [];
  const undecided: UndecidedDocument[] = [];
  const keys: Record<string, string> = {};
  const use = async (compared: Comparison, { collection }: ChosenType) => {
    const openRows = openRowsOf(compared.rows);
    const decidedRows = openRows.filter(({ verdict }) => isDecided[verdict]);
    pushAll(chosen, defaultRows(compared));
    pushAll(
      chosen,
      decidedRows.map(({ row }) => ({ row, sourceWins })),
    );
    const uncopiedRows = openRows.filter(({ verdict }) => !isDecided[verdict]);
    uncopied.push([uncopiedRows, collection.type]);
    if (options.plan === undefined) return;
    const changedThere = compared.rows.filter((row) => verdictOf(row) === "changed-there");
    const undecidedRows = [...uncopiedRows.map(({ row }) => row), ...changedThere];
    pushAll(undecided, unwrap(await undecidedDocuments(undecidedRows, compared)));
    for (const [uid, { name = "", isChosen }] of compared.keys) {
      if (isChosen || name === "") keys[uid] = name;
    }
  };
  const parts = await compareTypes(context, options, use, {
    ...{ uploadAgain: namedUploads(options), publishes: options.publish },
  });
  return { chosen, uncopied, decisions: { keys, undecided }, ...parts };
}

/** Undefined if there is nothing to copy. */
async function planDifferences(
  context: CliContext,
  options: CopyOptions,
): Promise<PlannedCopy | undefined> {
  const { model, output, process } = context;
  const connections = sidesOf(model);
  const pairs = await loadPairs(model);
  const personal = await personalChoiceOf(context, options, pairs);
  const { chosen, uncopied, decisions, leftOut, denied } = await chooseRows(context, options);
  for (const [rows, type] of uncopied) await printUncopied(output, rows, type, namesOf(model));
  const reasons = nonEmpty(
    uncopied.some(([rows]) => rows.length > 0) && "Some documents differ.",
    leftOut.some(({ code }) => code === "unread") && "Some parts of documents were not read.",
    ...denied.map((type) => `${type} isn't copied, because it was not read.`),
  );
  const isPartial = reasons.length > 0;
  const isResumed = await model.runs.isInterrupted(connections);
  if (chosen.length === 0) {
    output.note("There is nothing to copy.");
    if (!isResumed) requireUses(options, []);
    await saveUndecided(context, options, { ...decisions, leaveEmpty: personal.leaveEmpty });
    if (isPartial) throw new CliError(reasons.join(" "), exitCodes.negative);
    return undefined;
  }
  const details = isResumed ? [resumesCopyWords()] : [];
  output.progress(`Planning: ${counted(chosen.length, "document")}`);
  const { publish, incomplete } = options;
  const uploadAgain = uploadsAgain(options, isResumed);
  const choices = { rows: chosen, publish, incomplete, uploadAgain, ...personal };
  const { signal } = process;
  const plan = unwrap(await model.copies.plan({ connections }, choices, { pairs, signal }));
  // The file may have been uploaded before the interruption.
  if (!isResumed) requireUses(options, plan.files);
  return { plan, details, decisions, isPartial, isCompared: true };
}

/** The most bytes of a plan: one million documents in one locale take about as much. */
const maxPlanBytes = 500_000_000;

async function planOfFile(
  context: CliContext,
  path: string,
  { dryRun }: CopyOptions,
): Promise<PlannedCopy | undefined> {
  const { model, output, process } = context;
  const connections = sidesOf(model);
  const file = await readValue(path, readPlanFile, maxPlanBytes);
  const { from, to, services = urlsOf(model) } = file;
  if (!isDeepStrictEqual({ from, to, services }, { ...connections, services: urlsOf(model) })) {
    throw new CliError(`${path} is the plan of a copy between other services. Nothing was copied.`);
  }
  await rememberDecisions(context, file, { path, dryRun });
  if (reviewedDocuments(file).length === 0) {
    output.note("There is nothing to copy.");
    return undefined;
  }
  const pairs = await loadPairs(model);
  const plan = unwrap(await model.copies.fromPlanFile(file, { pairs, signal: process.signal }));
  const details = (await model.runs.isInterrupted(connections)) ? [resumesCopyWords()] : [];
  return { plan, details, decisions: {}, isPartial: false, isCompared: false };
}
