import { createInterface } from "node:readline";
import type { Command } from "commander";
import { canUndoEntry } from "../model/bulk/batch/undoing.ts";
import { groupMark } from "../model/foundation/marks.ts";
import { connectionName } from "../texts/environmentWords.ts";
import { CliError, exitCodes } from "./cliError.ts";
import { repeatable } from "./command.ts";
import type { CliProcess, CliContext } from "./command.ts";
import type { CliModel, CommonOptions } from "./model.ts";
import type { Output } from "./output.ts";

export interface WriteOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean | undefined;
}

export const withWriteOptions = (command: Command): Command =>
  command
    .addOption(
      repeatable(
        "--send-all-fields <type>",
        "send all fields of this type's documents, not only changes; repeatable",
      ),
    )
    .option("--dry-run", "print the plan and write nothing")
    .option("--yes", "write without asking")
    .option("--allow-production", "write to a production service")
    .option("--no-journal", "don't record the changes; they can't be undone then");

/** Fails before the first request if production is locked, or if there is no terminal to ask. */
export function requireWritable(
  { model: { connection, locks }, output, process }: CliContext,
  { dryRun, yes }: WriteOptions,
): void {
  if (dryRun) return;
  if (locks.locked(connection.id)) {
    throw new CliError(
      `${connection.name} is a production service. To write to it, pass --allow-production.`,
      exitCodes.locked,
    );
  }
  if (!yes && !(process.stdin.isTTY && output.canShowQuestions)) {
    throw new CliError("There is no terminal to confirm the changes. Pass --yes, or --dry-run.");
  }
}

/** Prints the details, and asks unless `--yes` is set. Returns whether to write. */
export async function confirmWrite(
  { output, process }: CliContext,
  { yes }: WriteOptions,
  question: string,
  details: readonly string[],
): Promise<boolean> {
  for (const line of details) output.note(line);
  const isConfirmed = yes === true || (await ask(output, process, question));
  // The writes must not stop in the middle when the reader of the results ends.
  if (isConfirmed) output.makeOptional();
  else output.note("Cancelled. Nothing was changed.");
  return isConfirmed;
}

async function ask(output: Output, process: CliProcess, question: string): Promise<boolean> {
  output.question(`${question} [y/N] `);
  const isConfirmed = /^y(es)?$/i.test((await firstLine(process)).trim());
  // After Ctrl+C, the cursor is still behind the question.
  if (process.signal.aborted) output.note("");
  return isConfirmed;
}

/** The first line that the user types; empty after Ctrl+C or Ctrl+D. */
async function firstLine({ stdin, signal }: CliProcess): Promise<string> {
  const lines = createInterface({ input: stdin, signal });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}

/** The name of the service in a question, with its environment. */
export const serviceName = ({ connections, connection }: CliModel): string =>
  connectionName(connections, connection.id);

/** A word as a user can type it in a shell. */
export const shellWord = (word: string): string =>
  /^[\w./:-]+$/.test(word) ? word : `"${word.replace(/["\\$`]/g, "\\$&")}"`;

export async function noteUndo(
  { model: { journal, connection, source }, output }: CliContext,
  group: string,
): Promise<void> {
  if (!journal.isEnabled({ connection: connection.id })) return;
  const run = groupMark(group);
  const entries = await journal.batchPreview(connection.id, { id: run });
  // A run between two services changed the second one.
  const connectionOption = source ? ` --connection "${connection.name}"` : "";
  if (entries.some(canUndoEntry))
    output.note(`To undo this, use: cms-content undo ${run}${connectionOption}`);
}
