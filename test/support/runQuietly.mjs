import { spawn } from "node:child_process";
import { SetUpError } from "./setUpError.mjs";

/** Runs a command without showing its output. If it fails, throws an error that contains the output. */
export async function runQuietly([command, ...words], { cwd, env }) {
  const child = spawn(command, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (said += text));
  }
  const reason = await new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(code === 0 ? undefined : (signal ?? code)));
  });
  if (reason === undefined) return;
  const line = [command, ...words].join(" ");
  throw new SetUpError(`\`${line}\` failed in ${cwd ?? process.cwd()} (${reason}):\n${said}`);
}
