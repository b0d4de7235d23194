#!/usr/bin/env node
import { version } from "../../package.json";
import { exitCodes } from "./exitCodes.ts";
import { runProgram } from "./program.ts";

const cancelling = new AbortController();
process.on("SIGINT", () => {
  // The second time, the process ends at once.
  if (cancelling.signal.aborted) process.exit(exitCodes.cancelled);
  cancelling.abort();
});
// The reader of a pipe, such as head, has read enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCodes.success);
});

const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(
  { argv, env, stdin, stdout, stderr, signal: cancelling.signal },
  version,
);
