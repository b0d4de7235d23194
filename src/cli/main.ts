#!/usr/bin/env node
import { version } from "../../package.json";
import { exitCodes } from "./exitCodes.ts";
import { runProgram } from "./program.ts";

const cancelling = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The second time, the process ends at once.
    if (cancelling.signal.aborted) process.exit(exitCodes.cancelled);
    cancelling.abort();
  });
}
// If the reader of the messages has ended, the command continues without them.
process.stderr.on("error", () => undefined);

const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(
  { argv, env, stdin, stdout, stderr, signal: cancelling.signal },
  version,
);
