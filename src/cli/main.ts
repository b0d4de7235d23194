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
// The reader of a pipe, such as head, has read enough. Other errors: the disk is full, for example.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.success);
  process.stderr.write(`Error: The output can't be written: ${error.message}\n`);
  process.exit(exitCodes.usage);
});
// If the reader of the messages has ended, the command continues without them.
process.stderr.on("error", () => undefined);

const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(
  { argv, env, stdin, stdout, stderr, signal: cancelling.signal },
  version,
);
