// `npm run test:long`: 10,000 documents through a window, and the suites that make up their own cases, with thousands
// of them, from a seed that is another one each time. `npm run test:long -- 5000` says how many, and CMS_WINDOW_SEQUENCES how many are played in a window;
// CMS_SEED repeats a run.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { oneHost, setUp } from "./support/setup.mjs";
import { SetUpError } from "./support/setUpError.mjs";

const root = resolve(import.meta.dirname, "..");
const files = [
  "test/model/sequences/sequences.test.ts",
  "test/model/saving/generatedDocuments.test.ts",
  "test/model/saving/everyDocument.test.ts",
  "test/model/listing/hundredThousand.test.ts",
  "test/window/sequences.test.ts",
  "test/window/tenThousand.test.ts",
];
const [count = "3000"] = process.argv.slice(2);
// What is played in a window takes far longer, for the window is really reloaded.
const inWindow = process.env.CMS_WINDOW_SEQUENCES ?? "20";
const seed = process.env.CMS_SEED ?? String(Date.now() % 2 ** 31);

try {
  await setUp({ hosts: oneHost });
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}
console.log(`${count} of each, but ${inWindow} in a window; CMS_SEED=${seed}`);
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const child = spawn(process.execPath, [mocha, "--forbid-only", ...files], {
  cwd: root,
  env: { ...process.env, CMS_LONG: count, CMS_WINDOW_SEQUENCES: inWindow, CMS_SEED: seed },
  stdio: "inherit",
});
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
