// `npm run test:long`: tests that take long and rarely find anything. They run thousands of generated cases, from a new
// seed each time. They also read a list of 100,000 documents, check as many, run the windows that `npm test` leaves out,
// compile the types of the package with a third TypeScript, and check all code with TypeScript 5 and ESLint. They repeat
// some tests of `npm test` in processes of the command line, and run the whole suite and the main job in the oldest VS
// Code.
// `npm run test:long -- 5000` sets the number of cases. CMS_WINDOW_SEQUENCES sets how many of them run in a window.
// CMS_SEED repeats a run.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setUp } from "./support/setup.mjs";
import { SetUpError } from "./support/setUpError.mjs";
import { otherWindows } from "./support/otherWindows.mjs";
import { testNode } from "./support/testNode.mjs";

const root = resolve(import.meta.dirname, "..");
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const folders = ["client", "house", "model", "cli", "package"];
/** Every test that has more cases in a long run (test/support/longRun.ts), and the windows that `npm test` leaves out. */
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, "test", folder), { recursive: true }).map((name) =>
      join("test", folder, name),
    ),
  )
  .filter(
    (path) =>
      path.endsWith(".test.ts") && readFileSync(join(root, path), "utf8").includes("/longRun.ts"),
  )
  .concat(otherWindows);
const [count = "3000"] = process.argv.slice(2);
// A case in a window takes far longer, because the window really reloads.
const inWindow = process.env.CMS_WINDOW_SEQUENCES ?? "20";
const seed = process.env.CMS_SEED ?? String(Date.now() % 2 ** 31);
const cases = { CMS_LONG: count, CMS_WINDOW_SEQUENCES: inWindow, CMS_SEED: seed };

try {
  await setUp();
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}
console.log(`${count} of each, but ${inWindow} in a window; CMS_SEED=${seed}`);
const codes = [
  await run(["node_modules/typescript/bin/tsc", "-p", "."]),
  await run(["node_modules/eslint/bin/eslint.js", "."]),
  await run([mocha, "--forbid-only", ...files], cases),
  await run([mocha, "--forbid-only", "test/window/mainJob.test.ts"], { CMS_TEST_HOST: "oldest" }),
  await run(["esbuild.mjs", "--suite"]),
  await run(["--import", "tsx", "test/suite/launch.ts"], { ...cases, CMS_TEST_HOST: "oldest" }),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(words, env = {}) {
  const child = spawn(testNode(), words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  return new Promise((done) => child.once("close", done));
}
