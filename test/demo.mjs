// `npm run demo`: installs the missing parts, then starts the service and VS Code. With `-- --check` it drives the
// window itself instead.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { oneHost, setUp } from "./support/setup.mjs";
import { SetUpError } from "./support/setUpError.mjs";
import { testNode } from "./support/testNode.mjs";

try {
  await setUp({ hosts: oneHost });
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}

const main = fileURLToPath(new URL("demo/main.ts", import.meta.url));
const child = spawn(testNode(), ["--import", "tsx", main, ...process.argv.slice(2)], {
  stdio: "inherit",
});
// Ctrl+C reaches the whole process group. A signal that only this process receives is passed on.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal));
}
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
