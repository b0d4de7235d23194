import { Option, type Command } from "commander";
import type { UndoItem } from "../../model/history/undoItem.ts";
import { canUndoBatch, planUndo, runUndo, type UndoPlan } from "../../model/history/runUndo.ts";
import { forgetUndoneCopies } from "../../model/copy/undoneCopies.ts";
import type { JournalBatch, JournalEntry } from "../../model/journal/journal.ts";
import type { RunState } from "../../model/runs/runLogs.ts";
import { batchResultWords, describeBatch, describeEntries } from "../../texts/batch/batchWords.ts";
import {
  describeUndone,
  undoPlanWords,
  undoQuestion,
  undoResultWords,
} from "../../texts/history/undoWords.ts";
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import { factsOf, printBatchResults } from "../runs/batchRun.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { runPrinted } from "../runs/printedRun.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

interface UndoOptions extends WriteOptions {
  readonly last?: boolean;
}

export const registerUndo = (program: Command, run: Run): Command =>
  withWriteOptions(
    program
      .command("undo [run]")
      .description(
        "Undo an import, a copy or a batch action. Without a run, list the runs on the service.",
      )
      .addOption(new Option("--last", "undo the last run that can be undone"))
      .addHelpText(
        "after",
        `
Examples:
  $ cms-content undo
  $ cms-content undo 1f0c2a9e --dry-run
  $ cms-content undo --last`,
      ),
  ).action((id: string | undefined, options: UndoOptions) =>
    run(options, (context) => undo(context, id, options)),
  );

async function undo(
  context: CliContext,
  id: string | undefined,
  options: UndoOptions,
): Promise<ExitCode> {
  const { journal, runs, connection } = context.model;
  const batches = await journal.batches(connection.id);
  const states = await runs.list(connection.id);
  if (id === undefined && !options.last) return list(context, batches, states);
  if (id !== undefined && options.last) throw new CliError("Pass either a run or --last.");
  requireWritable(context, options);
  const isUndone = (batch: JournalBatch) => states.get(batch.id)?.undone === "whole";
  const chosen = batches.filter((batch) => batch.id === id);
  if (chosen.some(isUndone)) {
    context.output.note(`The run ${id} was undone. Nothing was changed.`);
    return exitCodes.success;
  }
  const undoable = batches.filter((batch) => canUndoBatch(batch) && !isUndone(batch));
  for (const batch of id === undefined ? undoable : chosen) {
    const entries = await journal.batch(connection.id, batch);
    const { onItem } = context.output.steps("Checking");
    const { signal } = context.process;
    const plan = unwrap(await planUndo(entries, context.model, { signal, onItem }));
    if (plan.planned.length > 0) return undoPlanned(context, options, batch, entries, plan);
    // Undoing an older run instead would be a surprise.
    if (id === undefined && plan.keptItems.length === 0) continue;
    for (const line of undoPlanWords(plan)) context.output.note(line);
    await printPlan(context, plan);
    // If everything is as before, that is a success.
    if (plan.keptItems.length === 0 && plan.unchanged.length > 0) return exitCodes.success;
    throw new CliError(`Nothing in the run ${batch.id} can be undone.`);
  }
  throw new CliError(
    id === undefined
      ? "No run on this service can be undone."
      : `There is no run ${id} on this service. To list the runs, use: cms-content undo`,
  );
}

async function list(
  { output, model: { connection } }: CliContext,
  batches: readonly JournalBatch[],
  states: ReadonlyMap<string, RunState>,
): Promise<ExitCode> {
  for (const batch of batches) {
    const runState = states.get(batch.id);
    const undone = runState?.undone;
    const at = new Date(batch.at).toISOString();
    const changes = Object.fromEntries(batch.counts);
    const state = canUndoBatch(batch) ? describeUndone(runState) : "can't be undone";
    await output.record(
      {
        ...{ run: batch.id, at, changes },
        canUndo: canUndoBatch(batch) && undone !== "whole",
        undone: undone === "open" ? "partial" : undone,
      },
      `${batch.id}  ${at}  ${describeBatch(batch)}${state ? ` (${state})` : ""}`,
    );
  }
  if (batches.length === 0) output.note(`The journal has no runs on ${connection.name}.`);
  return exitCodes.success;
}

async function undoPlanned(
  context: CliContext,
  options: UndoOptions,
  batch: JournalBatch,
  entries: readonly JournalEntry[],
  plan: UndoPlan,
): Promise<ExitCode> {
  const { model, output } = context;
  const { connection, catalogs, pairs: pairStore } = model;
  const { catalog } = await model.readService();
  const onDelete = forgetUndoneCopies(connection.id, { catalogs, pairStore });
  const { planned, keptItems } = plan;
  const isPlanOnly = options.dryRun === true;
  return runPrinted(context, options, {
    details: [describeEntries(entries, catalog, connection.name), ...undoPlanWords(plan)],
    isPlanOnly,
    printPlan: () => printPlan(context, plan),
    question: undoQuestion(planned.length, serviceName(model)),
    doing: "Undoing",
    run: ({ signal, onItem }) =>
      runUndo(plan, model, { undoes: batch.id, onDelete, signal, onItem }),
    print: async (results) => {
      await printBatchResults(output, results, "undone");
      output.note(batchResultWords(undoResultWords, results));
    },
    resultsOf: (results) => results,
    exitCode: isPlanOnly && keptItems.length > 0 ? exitCodes.negative : exitCodes.success,
  });
}

/** The notes have the reasons why documents are kept. */
async function printPlan(
  { output }: CliContext,
  { planned, keptItems, unchanged }: UndoPlan,
): Promise<void> {
  const print = (item: UndoItem, outcome: string, facts: object) =>
    output.record(
      { ...factsOf(item), outcome, ...facts },
      `${item.address.id} '${item.title}': ${outcome}`,
    );
  for (const item of planned) await print(item, "undo", { change: item.kind });
  for (const { failure, ...item } of keptItems)
    await print(item, "skipped", { reason: reasonOf(failure) });
  for (const item of unchanged) await print(item, "unchanged", {});
}
