import type { Command } from "commander";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { CliError, exitCodes } from "./cliError.ts";
import { repeatable, type CliContext } from "./command.ts";
import type { CliModel, CommonOptions } from "./cliModel.ts";

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

/** The name of the service in a question, with its environment. */
export const serviceName = ({ connections, connection }: CliModel): string =>
  connectionName(connections, connection.id);

/** A word as a user can type it in a shell. */
export const shellWord = (word: string): string =>
  /^[\w./:-]+$/.test(word) ? word : `"${word.replace(/["\\$`]/g, "\\$&")}"`;
