import type { Readable } from "node:stream";
import { Option } from "commander";
import type { Environment } from "../../model/connect/networkSettings.ts";
import type { ExitCode } from "./cliError.ts";
import type { CliModel, CommonOptions } from "./cliModel.ts";
import type { Output } from "./output.ts";

/** The process that runs the command line, without its output. */
export interface CliProcess {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly signal: AbortSignal;
}

export interface CliContext {
  readonly model: CliModel;
  readonly output: Output;
  readonly process: CliProcess;
}

/** Runs an action with an open model, and closes it. Its result is the exit code, or a success. */
export type Run = (
  options: CommonOptions,
  action: (context: CliContext) => Promise<ExitCode | undefined>,
) => Promise<void>;

/** Runs an action that needs no service, as `Run` does. */
export type RunOffline = (
  options: Pick<CommonOptions, "json">,
  action: (context: Omit<CliContext, "model">) => Promise<ExitCode>,
) => Promise<void>;

/** An option that may be given several times. Its value is an array. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, description)
    .argParser((value, earlierValues: readonly string[]) => [...earlierValues, value])
    .default([]);
