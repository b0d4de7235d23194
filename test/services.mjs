// `npm run test:services`: the contract tests, the model tests and the round trip of saving on each service, one after
// the other. Each service is set up before its tests. `npm run test:services -- postgres floor` runs only these. The
// summary has one line for each service.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { readFailures, readFigures } from "./support/figures.mjs";
import { oneHost, setUp } from "./support/setup.mjs";
import { SetUpError } from "./support/setUpError.mjs";
import { opensDatabases, testNode } from "./support/testNode.mjs";

const root = resolve(import.meta.dirname, "..");
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const known = ["newest", "postgres", "shaped", "floor", "middle", "mariadb"];
/**
 * Each suite has a service of its own. Sequences are left out: they take long, and the other suites find the same
 * faults.
 */
const suites = ["contract", "model", "roundtrip"];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no service ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(1);
}

const running = new Set();
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const child of running) child.kill("SIGTERM");
    process.exit(1);
  });
}

const lines = [];
for (const name of chosen.length > 0 ? chosen : known) lines.push(await runOn(name));
console.log(`\n${lines.map(({ line }) => line).join("\n")}`);
process.exitCode = lines.every(({ isGood }) => isGood) ? 0 : 1;

async function runOn(name) {
  const start = performance.now();
  const minutes = () => `${((performance.now() - start) / 60_000).toFixed(1)} minutes`;
  try {
    // No test opens a window. Only an old Node needs the Node of a host.
    await setUp({ hosts: opensDatabases ? [] : oneHost, services: [name] });
  } catch (error) {
    console.error(error instanceof SetUpError ? error.message : error);
    return { isGood: false, line: `${name}: not set up (${minutes()})` };
  }
  const results = [];
  for (const suite of suites) results.push(await runSuite(suite, name));
  for (const { suite, failures } of results) {
    if (failures) console.log(`\n── ${name}, ${suite}: what failed\n${failures}`);
  }
  const sum = (figure) =>
    results.reduce((total, { figures }) => total + (figures?.[figure] ?? 0), 0);
  const figures = ["passed", "failed", "skipped"].map((figure) => `${sum(figure)} ${figure}`);
  const broken = results.filter(({ figures, isGood }) => !isGood && !figures?.failed);
  const notes = broken.map(({ suite }) => `${suite} did not come to its end`);
  return {
    isGood: results.every(({ isGood }) => isGood),
    line: `${name}: ${[...figures, ...notes].join(", ")} (${minutes()})`,
  };
}

async function runSuite(suite, service) {
  console.log(`\n── ${service}, ${suite}`);
  const files = [`test/${suite}/**/*.test.ts`, "--ignore", `test/${suite}/**/sequences.test.ts`];
  const child = spawn(testNode(), [mocha, "--forbid-only", ...files], {
    cwd: root,
    env: { ...process.env, CMS_TEST_SERVICE: service },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  const code = await new Promise((done) => child.once("close", done));
  running.delete(child);
  const figures = readFigures(text);
  const isGood = code === 0 && figures !== undefined && figures.passed > 0;
  return { suite, figures, isGood, failures: readFailures(text) };
}
