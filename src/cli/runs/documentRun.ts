import type { Command } from "commander";
import type { TitledAddress } from "../../model/batch/batches.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { BulkResult } from "../../model/runs/bulkFailure.ts";
import { outcomeOf, type ItemResult } from "../../model/runs/run.ts";
import type { ChangeReport } from "../../model/writing/changeReport.ts";
import { lostIn } from "../../model/writing/verification.ts";
import { batchResultWords, titleWords } from "../../texts/batch/batchWords.ts";
import { exitCodes, type ExitCode } from "../shared/cliError.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { readObject } from "../shared/fileArguments.ts";
import { chooseType, type ChosenType } from "../shared/typeChoice.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";
import { factsOf, nameOf, printBatchResults } from "./batchRun.ts";
import { runPrinted } from "./printedRun.ts";

/** Words of a write, such as `update`, `Updating` and `updated`. */
export type WriteWords = Readonly<Record<"planned" | "doing" | "finished", string>>;

/** The options that name the document. */
export interface DocumentOptions extends WriteOptions {
  readonly document?: string;
  readonly locale?: string;
  /** The file with the document before the changes. */
  readonly base?: string;
}

/** The arguments of a command that writes the document in a file. */
export interface DocumentFile {
  readonly chosen: ChosenType;
  /** What the file contains. */
  readonly content: JsonObject;
}

/** Gives a command with a type and a file its options, and its action. */
export const withDocumentFile = (
  command: Command,
  run: Run,
  write: (context: CliContext, file: DocumentFile, options: DocumentOptions) => Promise<ExitCode>,
): Command =>
  withWriteOptions(command).action((type: string, path: string, options: DocumentOptions) =>
    run(options, async (context) => {
      requireWritable(context, options);
      const content = await readObject(path, context.process);
      const chosen = await chooseType(context.model, type);
      return write(context, { chosen, content }, options);
    }),
  );

/** One write of one document, in the steps of `runPrinted`. */
export async function runDocument(
  context: CliContext,
  options: WriteOptions,
  {
    item,
    words,
    details,
    fields,
    write,
  }: {
    readonly item: TitledAddress;
    readonly words: WriteWords;
    /** Sentences for the user to read, before the plan or the question. */
    readonly details: readonly string[];
    /** The attributes that are sent. */
    readonly fields?: readonly string[];
    readonly write: (
      group: string,
      signal: AbortSignal,
    ) => BulkResult<{ readonly item: TitledAddress; readonly report: ChangeReport }>;
  },
): Promise<ExitCode> {
  const { output, process } = context;
  const { planned, doing, finished } = words;
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const result = { hasLost: false };
  const exitCode = await runPrinted(context, options, {
    details,
    isPlanOnly: options.dryRun === true,
    printPlan: async () => {
      const change = fields && fields.length > 0 ? ` (${fields.join(", ")})` : "";
      await output.record(
        { ...factsOf(item), outcome: planned, fields },
        `${nameOf(item)}: ${planned}${change}`,
      );
      if (!output.isJson) await output.text("Dry run, nothing was changed.");
    },
    question: `${capital(planned)} ${titleWords(item)} on ${serviceName(context.model)}?`,
    doing,
    run: async ({ group }): Promise<readonly ItemResult<TitledAddress>[]> => {
      const [failure, written] = await write(group, process.signal);
      if (failure) return [{ item, outcome: outcomeOf(failure), failure }];
      result.hasLost = lostIn(written.report.deviations).length > 0;
      return [{ item: written.item, outcome: "done", report: written.report }];
    },
    print: async (results) => {
      await printBatchResults(output, results, finished);
      output.note(
        batchResultWords(
          (items) => items.map((each) => `${capital(finished)} ${nameOf(each)}.`).join(" "),
          results,
        ),
      );
    },
    resultsOf: (results) => results,
    exitCode: exitCodes.success,
  });
  return exitCode === exitCodes.success && result.hasLost ? exitCodes.negative : exitCode;
}
