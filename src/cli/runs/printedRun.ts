import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { failsEveryItem, type ItemResult } from "../../model/runs/run.ts";
import { canUndoEntry } from "../../model/history/runUndo.ts";
import { groupMark } from "../../model/foundation/marks.ts";
import type { RunSteps } from "../../texts/shared/progressWords.ts";
import { exitCodeOf, exitCodes, textOf, type ExitCode } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

/**
 * A batch, an import, a copy or an undo on the command line. `runPrinted` takes each of them through
 * the same steps: it prints the details, asks, runs with progress, prints the results, and says how
 * to undo the run. If nothing may or must be written, it prints the plan instead.
 */
export interface PrintedRun<Result> {
  /** Sentences for the user to read, before the plan or the question. */
  readonly details: readonly string[];
  readonly isPlanOnly: boolean;
  readonly printPlan: () => Promise<void>;
  /** What the question is about, in sentences that the printed plan has in another form. */
  readonly summary?: readonly string[];
  readonly question: string;
  /** The title of the progress, such as `Copying`. */
  readonly doing: string;
  readonly run: (options: RunSteps) => Promise<Result>;
  readonly print: (result: Result) => Promise<void>;
  readonly resultsOf: (result: Result) => readonly AnyResult[];
  /** What running the command again resumes, if it can. */
  readonly resumable?: "import" | "copy" | "push";
  /** The exit code if everything that was planned is done. */
  readonly exitCode: ExitCode;
}

type AnyResult = Pick<ItemResult<unknown>, "outcome" | "failure">;

export async function runPrinted<Result>(
  context: CliContext,
  { yes }: WriteOptions,
  run: PrintedRun<Result>,
): Promise<ExitCode> {
  const { output, process } = context;
  for (const line of run.details) output.note(line);
  if (run.isPlanOnly) {
    await run.printPlan();
    return run.exitCode;
  }
  for (const line of run.summary ?? []) output.note(line);
  if (!yes && !(await isConfirmed(context, run.question))) {
    output.note("Cancelled. Nothing was changed.");
    return exitCodes.cancelled;
  }
  // The writes must not stop in the middle when the reader of the results ends.
  output.makeOptional();
  const group = randomUUID();
  output.progress(`${run.doing}…`);
  const result = await run.run({ group, signal: process.signal, ...output.steps(run.doing) });
  await run.print(result);
  await noteUndo(context, group);
  return endRun(context, run.resultsOf(result), run);
}

/** Whether the user answers yes. */
export async function isConfirmed(
  { output, process }: CliContext,
  question: string,
): Promise<boolean> {
  output.question(`${question} [y/N] `);
  const answer = await firstLine(process);
  // After Ctrl+C, the cursor is still behind the question.
  if (process.signal.aborted) output.note("");
  return /^y(es)?$/i.test(answer.trim());
}

/** The first line that the user types; empty after Ctrl+C or Ctrl+D. */
async function firstLine({ stdin, signal }: CliContext["process"]): Promise<string> {
  const lines = createInterface({ input: stdin, signal });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}

async function noteUndo(
  { model: { journal, connection, source }, output }: CliContext,
  group: string,
): Promise<void> {
  if (!journal.isEnabled({ connection: connection.id })) return;
  const id = groupMark(group);
  const entries = await journal.batchPreview(connection.id, { id });
  // A run between two services changed the second one.
  const connectionOption = source ? ` --connection "${connection.name}"` : "";
  if (entries.some(canUndoEntry))
    output.note(`To undo this, use: cms-content undo ${id}${connectionOption}`);
}

/** Says why a run stopped, and how to resume it if that is possible. Returns its exit code. */
function endRun(
  { output, process: { signal } }: CliContext,
  results: readonly AnyResult[],
  { resumable, exitCode }: Pick<PrintedRun<unknown>, "resumable" | "exitCode">,
): ExitCode {
  const has = (kind: AnyResult["outcome"]) => results.some(({ outcome }) => outcome === kind);
  // Every further item would have had the failure that ended the run as well.
  const failure = results.flatMap((result) => result.failure ?? []).find(failsEveryItem);
  const resumeHint = resumable ? ` To resume the ${resumable}, run the same command again.` : "";
  if (failure) output.error(textOf(failure) + resumeHint);
  else if (resumable && signal.aborted && has("untried"))
    output.error(`The ${resumable} was cancelled.${resumeHint}`);
  if (results.every(({ outcome }) => outcome === "done")) return exitCode;
  if (signal.aborted) return exitCodes.cancelled;
  const failureCode = failure ? exitCodeOf(failure) : exitCodes.negative;
  // The code for invalid usage says that no write was sent.
  return failureCode === exitCodes.usage && has("done") ? exitCodes.negative : failureCode;
}
