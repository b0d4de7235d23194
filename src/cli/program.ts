import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { connectionEnvironments } from "../model/connect/connection.ts";
import { CliError, exitCodes, type ExitCode } from "./shared/cliError.ts";
import type { CliProcess, Run, RunOffline } from "./shared/command.ts";
import { registerCheck } from "./check/check.ts";
import { registerShellCompletion } from "./shared/shellCompletion.ts";
import { registerCopy } from "./copy/copy.ts";
import { registerCount } from "./browse/count.ts";
import { registerCreate } from "./create/create.ts";
import { registerDelete } from "./delete/delete.ts";
import { registerDeleteLocalization } from "./delete/deleteLocalization.ts";
import { registerDiff } from "./compare/diff.ts";
import { registerExport } from "./export/export.ts";
import { registerGet } from "./browse/get.ts";
import { registerPull } from "./folder/pull.ts";
import { registerPush } from "./folder/push.ts";
import { registerSkill } from "./folder/skill.ts";
import { registerStatus } from "./folder/status.ts";
import { registerImport } from "./import/import.ts";
import { registerList } from "./browse/list.ts";
import { registerMediaList, registerMediaReplace, registerMediaUpload } from "./media/media.ts";
import { registerPublish } from "./publish/publish.ts";
import { registerUnpublish } from "./publish/unpublish.ts";
import { registerUpdate } from "./save/update.ts";
import { registerTypes } from "./types/types.ts";
import { registerUndo } from "./history/undo.ts";
import { openModel } from "./shared/cliModel.ts";
import type { Output } from "./shared/output.ts";

/** The commands, in the order of the help. */
const commands = [
  ...[registerTypes, registerList, registerGet, registerCount, registerCheck, registerExport],
  ...[registerImport, registerPull, registerPush, registerStatus],
  ...[registerCreate, registerUpdate, registerPublish, registerUnpublish],
  ...[registerDelete, registerDeleteLocalization, registerUndo],
  ...[registerMediaList, registerMediaUpload, registerMediaReplace],
];

const commandsBetweenServices = [registerDiff, registerCopy];

export async function runProgram(
  process: CliProcess,
  output: Output,
  version: string,
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.success;
  const runAction = async (
    isJson: boolean | undefined,
    action: () => Promise<ExitCode | undefined>,
  ) => {
    if (isJson) output.useJson();
    const { signal } = process;
    try {
      const chosenCode = await action();
      if (chosenCode === undefined && signal.aborted) output.note("Cancelled.");
      exitCode = chosenCode ?? (signal.aborted ? exitCodes.cancelled : exitCodes.success);
      if (output.lostResults !== undefined) {
        output.error(`Some results can't be printed: ${output.lostResults}`);
        exitCode ||= exitCodes.negative;
      }
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (signal.aborted) output.note("Cancelled.");
      else output.error(error.message);
      exitCode = signal.aborted ? exitCodes.cancelled : error.exitCode;
    }
  };
  const run: Run = (options, action) =>
    runAction(options.json, async () => {
      const model = await openModel(options, process, output);
      output.waitFor(model.connection.name);
      try {
        return await action({ model, output, process });
      } finally {
        output.endProgress();
        model.dispose();
      }
    });
  const runOffline: RunOffline = (options, action) =>
    runAction(options.json, () => action({ output, process }));
  try {
    await programOf(output, version, { run, runOffline }).parseAsync([...process.argv]);
  } catch (error) {
    // Commander has printed the help, the version or the error already.
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  }
  return exitCode;
}

function programOf(
  output: Output,
  version: string,
  { run, runOffline }: { readonly run: Run; readonly runOffline: RunOffline },
): Command {
  const program = new Command("cms-content")
    .description("Read, check and change the content of a Strapi 5 service.")
    .version(version)
    .configureOutput({
      writeOut: (text) => void output.write(text, "lines"),
      writeErr: (text) => output.usage(text),
    })
    .exitOverride()
    .showHelpAfterError("(add --help for usage)");
  const environment = new Option("--environment <name>", "environment of the service").choices(
    connectionEnvironments,
  );
  for (const register of commands) {
    const command = register(program, run, runOffline)
      .option("--connection <name>", "name of a connection in the file of connections")
      .addOption(environment);
    addCommonOptions(command);
  }
  for (const register of commandsBetweenServices) addCommonOptions(register(program, run));
  registerSkill(program, runOffline);
  registerShellCompletion(program, runOffline);
  return program;
}

function addCommonOptions(command: Command): void {
  command
    .option("--connections <file>", "file of connections; by default, the nearest cms.config.json")
    .option("--project <folder>", "Strapi project of the service; by default, the current folder")
    .option("--json", "print JSON, one value per line")
    .option(
      "--verbose",
      "print each request to a service on stderr, without its query and its content",
    )
    .addOption(
      new Option("--timeout <seconds>", "longest wait for one answer; by default, 30").argParser(
        toSeconds,
      ),
    );
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  // A timer of Node can't be longer.
  if (seconds > 0 && seconds <= 2_000_000) return seconds;
  throw new InvalidArgumentError("It must be a number above 0.");
}
