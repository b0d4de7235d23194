#!/usr/bin/env node
import { version } from "../../package.json";
import { exitCodes } from "./shared/cliError.ts";
import { Output } from "./shared/output.ts";
import { runProgram } from "./program.ts";

const output = new Output(process);
process.on("uncaughtException", (error) => {
  output.defect(error);
  process.exit(exitCodes.negative);
});
const cancelling = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The second time, the process ends at once.
    if (cancelling.signal.aborted) process.exit(exitCodes.cancelled);
    cancelling.abort();
  });
}

const { argv, env, stdin } = process;
const { signal } = cancelling;
process.exitCode = await runProgram({ argv, env, stdin, signal }, output, version);
