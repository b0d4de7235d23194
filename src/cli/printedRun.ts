import { randomUUID } from "node:crypto";
import { exitCodes } from "./cliError.ts";
import type { ExitCode } from "./cliError.ts";
import type { RunSteps } from "../texts/progressWords.ts";
import type { CliContext } from "./command.ts";
import { endRun } from "./runResults.ts";
import type { AnyResult } from "./runResults.ts";
import { confirmWrite, noteUndo } from "./writeOptions.ts";
import type { WriteOptions } from "./writeOptions.ts";

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
  readonly resumable?: "import" | "copy";
  /** The exit code if everything that was planned is done. */
  readonly exitCode: ExitCode;
}

export async function runPrinted<Result>(
  context: CliContext,
  options: WriteOptions,
  run: PrintedRun<Result>,
): Promise<ExitCode> {
  const { output, process } = context;
  for (const line of run.details) output.note(line);
  if (run.isPlanOnly) {
    await run.printPlan();
    return run.exitCode;
  }
  const isConfirmed = await confirmWrite(context, options, run.question, run.summary ?? []);
  if (!isConfirmed) return exitCodes.cancelled;
  const group = randomUUID();
  const steps = output.steps(run.doing);
  const result = await run.run({ group, signal: process.signal, ...steps });
  await run.print(result);
  await noteUndo(context, group);
  const exitCode = endRun(context, run.resultsOf(result), run.resumable);
  return exitCode === exitCodes.success ? run.exitCode : exitCode;
}
