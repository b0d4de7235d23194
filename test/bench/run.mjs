// `npm run bench`: brings what is missing, measures, and prints the figures. `-- client` runs that part alone,
// `-- --json` prints only JSON on stdout, `-- --write` puts the figures into docs/benchmarks.md. It ends with 1 when
// something could not be measured; a goal that is missed is shown and ends with 0.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { oneHost, setUp } from "../support/setup.mjs";
import { SetUpError } from "../support/setUpError.mjs";

try {
  await setUp({ say: console.error, hosts: oneHost });
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const words = ["--expose-gc", "--import", "tsx", main, ...process.argv.slice(2)];
const child = spawn(process.execPath, words, { stdio: "inherit" });
// Ctrl+C reaches the whole group; what is sent to this process alone is passed on.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal));
}
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
