// `npm run bench`: installs what is missing, measures, and prints the figures.
// `-- client` runs only that part. `-- --json` prints only JSON to stdout. `-- --write` updates docs/benchmarks.md.
// The exit code is 1 if a measurement fails. A figure that misses its goal does not change the exit code.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { oneHost, setUp } from "../support/setup.mjs";
import { SetUpError } from "../support/setUpError.mjs";
import { testNode } from "../support/testNode.mjs";

try {
  await setUp({ say: console.error, hosts: oneHost });
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const words = ["--expose-gc", "--import", "tsx", main, ...process.argv.slice(2)];
const child = spawn(testNode(), words, { stdio: "inherit" });
// Ctrl+C reaches the whole process group. A signal to only this process is passed on.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal));
}
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
