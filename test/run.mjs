// `npm test`: installs the missing parts, checks, builds, and runs every suite. `node test/run.mjs client contract`
// runs only these suites. A suite passes if its last line says so. After a failure the other suites still run, and the
// summary lists every failure.
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { complaintAbout, readFailures, readFigures } from "./support/figures.mjs";
import { everydayServices, oneHost, setUp } from "./support/setup.mjs";
import { SetUpError } from "./support/setUpError.mjs";
import { otherWindows } from "./support/otherWindows.mjs";
import { testNode } from "./support/testNode.mjs";

const root = resolve(import.meta.dirname, "..");

/** How long one step may take before it counts as hanging, in milliseconds. A busy machine needs far less. */
const limit = 30 * 60_000;

const mocha = join(root, "node_modules/mocha/bin/mocha.js");
/**
 * Tests of code that must run in Node 20.19 or later. They run in the installed Node, and all others in the Node that
 * runs the service.
 */
const inInstalledNode = (suite) => ({ ...suite, node: process.execPath });
const mochaOn = (...files) => ({ words: [mocha, "--forbid-only", ...files] });
/** Copies between the newest service and another one. */
const betweenServices = "test/model/copy/otherServices.test.ts";
/** Pulls from the newest service and from another one with the same content. */
const ofDatabases = "test/model/folder/databases.test.ts";
/** Copies of every type of a service. Only `npm run test:services` makes them. */
const everyType = "test/model/copy/everyType.test.ts";
/** The tests of these patterns, except the sequences, which are a suite of their own, and the copies between services. */
const every = (patterns, ignored = []) =>
  mochaOn(
    ...patterns,
    ...["test/**/sequences.test.ts", betweenServices, ofDatabases, everyType, ...ignored].flatMap(
      (path) => ["--ignore", path],
    ),
  );
const everyIn = (folder) => every([`test/${folder}/**/*.test.ts`]);
/** The tests of test/model take so long that two groups of its folders are suites of their own. */
const testsOf = (folders) => folders.map((folder) => `test/model/${folder}/**/*.test.ts`);
const runs = testsOf(["compare", "copy", "export", "folder", "import"]);
const changes = testsOf([
  ...["batch", "create", "delete", "documents", "history", "locales", "publish", "save", "writing"],
]);
/** These run first: one has windows of its own, and the other needs the shared window while its profile is empty. */
const firstWindows = ["restricted", "mainJob"].map((name) => `test/window/${name}.test.ts`);
const sharedWindow = readdirSync(join(root, "test/window"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/window/${name}`)
  .filter((path) => ![...firstWindows, ...otherWindows].includes(path))
  .sort();
const roundTrip = "test/roundtrip/**/*.test.ts";
/**
 * Limits the edits of each attribute to this number, and the facts about the service to a slice. `npm run test:services`
 * makes all edits and tests all facts.
 */
const edits = (count) => ({ CMS_TEST_ROUNDS: String(count) });
/** A test that doesn't apply to a service is skipped there, with its reason: test/services/doesNotApply.ts. */
const isElsewhere = (process.env.CMS_TEST_SERVICE ?? "newest") !== "newest";
/** Round trips of these types only. `npm run test:services` makes those of all types. */
const onService = (name, types, ...files) => ({
  ...mochaOn(betweenServices, roundTrip, ...files),
  env: { CMS_TEST_SERVICE: name, CMS_TEST_TYPES: types.join(), ...edits(1) },
  maySkip: true,
});
/** The types of `shaped` with a middleware, a controller, a hook or relations of their own. */
const shapedTypes = ["campaigns", "landings", "masthead", "oddities", "reviews", "terms"];

/**
 * The suites by name, the longest first. The first word of a name runs all suites that begin with it, for example
 * `window`.
 */
const suites = {
  window: mochaOn(...firstWindows, ...sharedWindow),
  "model runs": { ...every(runs), env: edits(1) },
  suite: { words: ["--import", "tsx", "test/suite/launch.ts"] },
  "model changes": { ...every(changes), env: edits(1) },
  model: { ...every(["test/model/**/*.test.ts"], [...runs, ...changes]), env: edits(1) },
  cli: { ...everyIn("cli"), env: { CMS_TEST_NODE: process.execPath } },
  "model sequences": mochaOn("test/model/sequences/sequences.test.ts"),
  roundtrip: { ...mochaOn(roundTrip), env: edits(1) },
  // The contract of these services is a fact about them and not about the extension: `npm run test:services` tests it.
  postgres: onService("postgres", ["pages", "site-setting"], ofDatabases),
  shaped: onService("shaped", shapedTypes),
  check: { command: ["npm", "run", "check"] },
  client: inInstalledNode(everyIn("client")),
  contract: { ...everyIn("contract"), env: edits(1) },
  package: inInstalledNode(everyIn("package")),
  windows: mochaOn(...otherWindows),
};
/** `npm test` leaves these out. A job of ci.yml names them. */
const onRequest = ["windows"];

/**
 * How many suites run at the same time while one of them has a window. With a third suite on two cores, all are slower,
 * and some run into time limits. Two without a window leave a tenth of the cores idle.
 */
const atOnce = availableParallelism();
const hasWindow = (name) => /^(window|suite)/.test(name);

const running = new Set();
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const child of running) stop(child, "SIGTERM");
    process.exit(1);
  });
}

const chosen = process.argv.slice(2);
const wordOf = (name) => name.split(" ")[0];
const known = [...new Set(Object.keys(suites).map(wordOf))];
const unknown = chosen.filter((word) => !known.includes(word));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(1);
}

const results = [];
const wanted = Object.keys(suites).filter((name) =>
  chosen.length === 0 ? !onRequest.includes(name) : chosen.includes(wordOf(name)),
);
const isAlone = wanted.length === 1;
const underWay = new Set();

const events = new EventEmitter();
const stages = ["packages", "installed", "seeded", "windowless"];
const [packages, installed, seeded, windowless] = stages.map((stage) => once(events, stage));
const setUpAll = setUp({
  hosts: oneHost,
  services: everydayServices,
  onStage: (stage) => events.emit(stage),
});
try {
  await Promise.race([packages, setUpAll]);
  await step("build", [process.execPath, "esbuild.mjs", "--suite"], byExitCode);
  // The check and the client need neither a service nor VS Code. The client's tests mostly wait, so they take no lane.
  // They start late, because seeding the databases keeps only one core busy.
  const check = lane((name) => name === "check");
  await Promise.race([installed, setUpAll]);
  const client = lane((name) => name === "client");
  // The first window needs only the newest service.
  await Promise.race([seeded, setUpAll]);
  const window = lane((name) => name === "window");
  await setUpAll;
  await Promise.all([
    client,
    check.then(() => lane()),
    window.then(() => lane()),
    ...Array.from({ length: atOnce - 2 }, () => lane()),
    windowless.then(() => lane()),
  ]);
} catch (error) {
  for (const child of running) stop(child, "SIGTERM");
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}
summarize();

/** Runs one suite after the other: those that the filter allows and that no other lane runs. */
async function lane(isHere = () => true) {
  for (let name = next(isHere); name !== undefined; name = next(isHere)) {
    const { command, words, node, env, maySkip } = suites[name];
    underWay.add(name);
    if (command) await step(name, command, byExitCode, { env, isAlone });
    else await step(name, [node ?? testNode(), ...words], byFigures, { env, isAlone, maySkip });
    underWay.delete(name);
    if (![...wanted, ...underWay].some(hasWindow)) events.emit("windowless");
  }
}

/** Only one window runs at a time: two at once would slow each other down more than users ever experience. */
function next(isHere) {
  const isWindow = (name) => name.startsWith("window");
  const isTaken = [...underWay].some(isWindow);
  const at = wanted.findIndex((name) => isHere(name) && !(isTaken && isWindow(name)));
  return at < 0 ? undefined : wanted.splice(at, 1)[0];
}

/** If other steps run at the same time, the output of a step appears when it has ended. */
async function step(name, command, judge, { env, isAlone = true, maySkip } = {}) {
  console.log(isAlone ? `\n── ${name}` : `${name} has begun.`);
  const start = performance.now();
  const { code, text } = await run(command, env, isAlone);
  const seconds = (performance.now() - start) / 1000;
  if (!isAlone) console.log(`\n── ${name}\n${text}`);
  results.push({ name, seconds, failures: readFailures(text), ...judge(code, text, maySkip) });
}

function byExitCode(code) {
  return { good: code === 0, note: code === 0 ? "good" : `it ended with ${code}` };
}

function byFigures(code, text, maySkip = isElsewhere) {
  const figures = readFigures(text);
  const skipped = maySkip ? (figures?.skipped ?? 0) : 0;
  const rest = figures && { ...figures, skipped: figures.skipped - skipped };
  const complaint = complaintAbout(rest) ?? byComplaintOf(code);
  const note = complaint ?? `${figures.passed} passed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { good: complaint === undefined, figures, note };
}

/** A suite may pass every test and still exit with another code than 0, if its cleanup fails. */
function byComplaintOf(code) {
  return code === 0 ? undefined : `it ended with ${code}`;
}

/** Resolves with the output of the command and its exit code. */
function run([command, ...words], env, isShown) {
  return new Promise((resolve) => {
    // In a process group of its own, so that stopping a step that hangs also stops every process that it started.
    const child = spawn(command, words, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    running.add(child);
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (isShown) process.stdout.write(chunk);
    });
    const timer = setTimeout(() => {
      console.error(`Not done after ${limit / 60_000} minutes.`);
      stop(child, "SIGTERM");
      setTimeout(stop, 10_000, child, "SIGKILL").unref();
    }, limit);
    child.once("error", (error) => {
      console.error(error);
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: code ?? signal, text });
    });
  });
}

function stop(child, signal) {
  if (child?.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The process has already ended.
    if (error.code !== "ESRCH") throw error;
  }
}

/** Repeats the failures at the end of the output, where readers look for them first. */
function summarize() {
  for (const { name, failures } of results) {
    if (failures) console.log(`\n── ${name}: what failed\n${failures}`);
  }
  console.log("");
  for (const { name, seconds, note, good } of results) {
    console.log(
      `${good ? "ok  " : "FAIL"}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${note}`,
    );
  }
  const bad = results.filter(({ good }) => !good).map(({ name }) => name);
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.log(
    bad.length > 0 ? `Failed: ${bad.join(", ")}.` : "All is well.",
    `${minutes} minutes.`,
  );
  process.exitCode = bad.length > 0 ? 1 : 0;
}
