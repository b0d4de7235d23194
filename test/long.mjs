// `npm run test:long`: what takes long and finds rarely. The made-up cases, thousands of them, from a seed that is
// another one each time; 100,000 documents in a list and 10,000 in a window; the whole suite in the oldest VS Code.
// `npm run test:long -- 5000` says how many cases, CMS_WINDOW_SEQUENCES how many are played in a window, and CMS_SEED
// repeats a run.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { setUp } from "./support/setup.mjs";
import { SetUpError } from "./support/setUpError.mjs";

const root = resolve(import.meta.dirname, "..");
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const files = [
  "test/client/generatedCalls.test.ts",
  "test/model/sequences/sequences.test.ts",
  "test/model/saving/generatedDocuments.test.ts",
  "test/model/saving/everyDocument.test.ts",
  "test/model/saving/everyUser.test.ts",
  "test/model/validation/validatedDocuments.test.ts",
  "test/model/listing/hundredThousand.test.ts",
  "test/window/sequences.test.ts",
  "test/window/tenThousand.test.ts",
];
const [count = "3000"] = process.argv.slice(2);
// What is played in a window takes far longer, for the window is really reloaded.
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
  await run([mocha, "--forbid-only", ...files], cases),
  await run(["esbuild.mjs", "--suite"]),
  await run(["--import", "tsx", "test/suite/launch.ts"], { CMS_TEST_HOST: "oldest" }),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(words, env = {}) {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  return new Promise((done) => child.once("close", done));
}
