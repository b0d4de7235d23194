// Brings everything that the tests and the demo need: `npm run setup`, or setUp() from another script.
// Runs on a fresh clone before anything is installed, so it knows nothing but Node itself.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, installChromium } from "./chromium.mjs";
import { npmEnvironment } from "./npmEnvironment.mjs";
import { runQuietly } from "./runQuietly.mjs";
import { SetUpError } from "./setUpError.mjs";
import { fingerprint, isDone, markDone } from "./setupStamp.mjs";
import { missingTools } from "./tools.mjs";

const root = resolve(import.meta.dirname, "../..");
const hostsFolder = join(root, "test/hosts");
const service = join(root, "test/cms");

/** For what needs one alone: the one that CMS_TEST_HOST names, else the newest. */
export const oneHost = [process.env.CMS_TEST_HOST ?? "newest"];

/**
 * Installs what is not there yet; throws when a step fails.
 * @param {{ say?: (line: string) => void, hosts?: readonly string[] }} [options] `hosts`: the folders of
 * test/hosts that are needed; all, unless given.
 */
export async function setUp({ say = console.log, hosts = readdirSync(hostsFolder) } = {}) {
  const missing = missingTools();
  if (missing) throw new SetUpError(missing);

  const { env, remove } = npmEnvironment();
  try {
    // Side by side: one waits for the network while another compiles.
    await all(installations(env, hosts).map((step) => take(step, say)));
    await take({ title: "Database of the content service", work: () => seed(env) }, say);
  } finally {
    remove();
  }
}

function installations(env, hosts) {
  return [
    packages("Packages of the extension", root, () => npm(root, env, "ci")),
    packages("Packages of the content service", service, () => npm(service, env, "ci")),
    ...hosts.map((name) => {
      const folder = join(hostsFolder, name);
      return packages(`VS Code to test in (${name})`, folder, () => installHost(folder, env));
    }),
    { title: "Chromium", done: hasChromium, work: installChromium },
  ];
}

async function take({ title, done, work }, say) {
  const start = performance.now();
  const already = done?.() ?? false;
  if (!already) await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`${title}: ${already ? "already there" : `${seconds} s`}`);
}

/** Lets every step come to its end before the first failure is told: none goes on behind the caller's back. */
async function all(steps) {
  const outcomes = await Promise.allSettled(steps);
  const failure = outcomes.find(({ status }) => status === "rejected");
  if (failure) throw failure.reason;
}

/** A step that is done until the lock file, or the kind of Node that compiles, is another. */
function packages(title, folder, install) {
  const wanted = fingerprint(folder);
  return {
    title,
    done: () => isDone(folder, wanted),
    work: async () => {
      await install();
      markDone(folder, wanted);
    },
  };
}

/**
 * code-server's own install script asks for another Node's npm and compiles all that its users may want. What the
 * tests need of it, each host's `build` says: spdlog, without which output channels stay empty. It speaks Node-API,
 * so the running Node's headers serve the host's Node as well.
 */
async function installHost(folder, env) {
  await npm(folder, env, "ci", "--ignore-scripts");
  await npm(folder, env, "run", "build");
}

async function seed(env) {
  await runQuietly([process.execPath, "--import", "tsx", "test/support/seed.ts"], {
    cwd: root,
    env,
  });
}

async function npm(cwd, env, ...words) {
  // npm lies beside the running Node; another one on PATH would compile for another Node.
  const beside = join(dirname(process.execPath), "npm");
  await runQuietly([existsSync(beside) ? beside : "npm", ...words], { cwd, env });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await setUp();
  } catch (error) {
    console.error(error instanceof SetUpError ? error.message : error);
    process.exitCode = 1;
  }
}
