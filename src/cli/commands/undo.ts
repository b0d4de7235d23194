import { Option } from "commander";
import type { Command } from "commander";
import { canUndoBatch, canUndoEntry, undoBatch } from "../../model/bulk/batch/undoing.ts";
import type { JournalBatch, JournalEntry } from "../../model/changes/journal/journal.ts";
import {
  batchResultWords,
  describeBatch,
  describeEntries,
  undoneWords,
  undoQuestion,
  undoResultWords,
} from "../../texts/batchWords.ts";
import { factsOf, printBatchResults } from "../batchRun.ts";
import { CliError } from "../cliError.ts";
import type { CliContext, Run } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import type { ExitCode } from "../exitCodes.ts";
import { endRun } from "../runResults.ts";
import { confirmWrite, requireWritable, serviceName, withWriteOptions } from "../writeOptions.ts";
import type { WriteOptions } from "../writeOptions.ts";

interface UndoOptions extends WriteOptions {
  readonly last?: boolean;
}

export const registerUndo = (program: Command, run: Run): Command =>
  withWriteOptions(
    program
      .command("undo [run]")
      .description("Undo an import or a delete. Without a run, list the runs on the service.")
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
  const { journal, connection } = context.model;
  const batches = await journal.batches(connection.id);
  if (id === undefined && !options.last) return list(context, batches);
  if (id !== undefined && options.last) throw new CliError("Pass either a run or --last.");
  requireWritable(context, options);
  const chosen = batches.filter((batch) =>
    id === undefined ? canUndoBatch(batch) : batch.id === id,
  );
  if (id !== undefined && chosen.length === 0) {
    throw new CliError(
      `There is no run ${id} on this service. To list the runs, use: cms-content undo`,
    );
  }
  for (const batch of chosen) {
    const entries = (await journal.batch(connection.id, batch)).filter(canUndoEntry);
    if (entries.length > 0) return undoEntries(context, options, entries);
  }
  throw new CliError(
    id === undefined
      ? "No run on this service can be undone."
      : `Nothing in the run ${id} can be undone.`,
  );
}

async function list(
  { output, model: { connection } }: CliContext,
  batches: readonly JournalBatch[],
): Promise<ExitCode> {
  for (const batch of batches) {
    const [at, canUndo] = [new Date(batch.at).toISOString(), canUndoBatch(batch)];
    if (output.isJson) {
      const changes = Object.fromEntries(batch.counts);
      await output.json({ run: batch.id, at, changes, canUndo });
    } else {
      const words = describeBatch(batch) + (canUndo ? "" : " (can't be undone)");
      await output.text(`${batch.id}  ${at}  ${words}`);
    }
  }
  if (batches.length === 0) output.note(`The journal has no runs on ${connection.name}.`);
  return exitCodes.success;
}

async function undoEntries(
  context: CliContext,
  options: UndoOptions,
  entries: readonly JournalEntry[],
): Promise<ExitCode> {
  const { model, output, process } = context;
  const { catalog } = await model.readService();
  const details = [
    describeEntries(entries, catalog, model.connection.name),
    ...undoneWords(entries),
  ];
  if (options.dryRun) {
    for (const line of details) output.note(line);
    for (const { action, ...entry } of entries) {
      const facts = factsOf(entry);
      if (output.isJson) await output.json({ ...facts, outcome: "undo", change: action });
      else await output.text(`${entry.address.id} '${entry.title}': undo ${action}`);
    }
    return exitCodes.success;
  }
  const question = undoQuestion(entries.length, serviceName(model));
  if (!(await confirmWrite(context, options, question, details))) return exitCodes.cancelled;
  const results = await undoBatch(entries, model, {
    signal: process.signal,
    onItem: output.counter("Undoing", entries.length),
  });
  await printBatchResults(output, results, "undone");
  output.note(batchResultWords(undoResultWords, results));
  return endRun(context, results);
}
