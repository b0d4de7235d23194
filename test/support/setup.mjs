// Brings everything that the tests and the demo need: `npm run setup`, or setUp() from another script.
// Runs on a fresh clone before anything is installed, so it knows nothing but Node itself.
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, installChromium } from "./chromium.mjs";
import { npmEnvironment } from "./npmEnvironment.mjs";
import { runQuietly } from "./runQuietly.mjs";
import { SetUpError } from "./setUpError.mjs";
import { fingerprint, isDone, markDone } from "./setupStamp.mjs";
import { findOnPath, missingTools } from "./tools.mjs";

const root = resolve(import.meta.dirname, "../..");
const hostsFolder = join(root, "test/hosts");
const servicesFolder = join(root, "test/services");

const mariadbPackages = ["mariadb-server-core", "mariadb-client-core"];

/** For what needs one alone: the one that CMS_TEST_HOST names, else the newest. */
export const oneHost = [process.env.CMS_TEST_HOST ?? "newest"];

/** The one that CMS_TEST_SERVICE names, else the newest. */
const oneService = [process.env.CMS_TEST_SERVICE ?? "newest"];

/** What `npm test` runs on. */
export const everydayServices = [...new Set(["newest", "postgres", "shaped", ...oneService])];

/**
 * Installs what is not there yet; throws when a step fails.
 * @param {{ say?: (line: string) => void, hosts?: readonly string[], services?: readonly string[],
 * onPackages?: () => void }} [options] `hosts`: the folders of test/hosts that are needed; all, unless given.
 * `services`: the services that are needed; the one that CMS_TEST_SERVICE names, unless given. `onPackages`: called when
 * the packages of the extension are installed, which is some minutes before the rest.
 */
export async function setUp({
  say = console.log,
  hosts = readdirSync(hostsFolder),
  services = oneService,
  onPackages = () => {},
} = {}) {
  const missing = missingTools();
  if (missing) throw new SetUpError(missing);

  const { env, remove } = npmEnvironment();
  try {
    // Side by side: one waits for the network while another compiles.
    const steps = [...installationsOfHosts(hosts, env), ...installationsOf(services, env)];
    await all([
      take(packagesOfExtension(env), say).then(onPackages),
      ...steps.map((step) => take(step, say)),
      takeInTurn(fromDebian(hosts, services), say),
    ]);
    await all(
      services.map((name) =>
        take({ title: `Database of the service (${name})`, work: () => seed(name, env) }, say),
      ),
    );
  } finally {
    remove();
  }
}

function packagesOfExtension(env) {
  return packages("Packages of the extension", root, () => npm(root, env, "ci"));
}

function installationsOfHosts(hosts, env) {
  return hosts.map((name) => {
    const folder = join(hostsFolder, name);
    return packages(`VS Code to test in (${name})`, folder, () => installHost(folder, env));
  });
}

/** What npm does not have. One after the other: apt-get takes one request at a time. */
function fromDebian(hosts, services) {
  return [
    ...(hosts.length > 0 ? [{ title: "Chromium", done: hasChromium, work: installChromium }] : []),
    ...(services.includes("mariadb")
      ? [{ title: "MariaDB", done: hasMariadb, work: installMariadb }]
      : []),
  ];
}

/** Below test/services are the packages of older versions and of PostgreSQL; all others run on those of test/cms. */
function installationsOf(services, env) {
  const own = (name) => existsSync(join(servicesFolder, name, "package.json"));
  const folders = [
    // Always: the drivers with which the tests read databases are there.
    join(root, "test/cms"),
    ...services.filter(own).map((name) => join(servicesFolder, name)),
  ];
  return folders.map((folder) =>
    packages(`Packages of the service (${basename(folder)})`, folder, () => npm(folder, env, "ci")),
  );
}

function hasMariadb() {
  const hasServer = findOnPath("mariadbd") ?? existsSync("/usr/sbin/mariadbd");
  return Boolean(hasServer && findOnPath("my_print_defaults"));
}

/** The client's package has the `my_print_defaults` that the server's `mariadb-install-db` calls. */
async function installMariadb() {
  const words = ["apt-get", "install", "--yes", "--no-install-recommends"].concat(mariadbPackages);
  if (process.getuid?.() !== 0 || !findOnPath("apt-get")) {
    throw new SetUpError(`MariaDB is needed: sudo ${words.join(" ")}`);
  }
  await runQuietly(["apt-get", "update"], {});
  await runQuietly(words, {});
}

async function take({ title, done, work }, say) {
  const start = performance.now();
  const already = done?.() ?? false;
  if (!already) await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`${title}: ${already ? "already there" : `${seconds} s`}`);
}

async function takeInTurn(steps, say) {
  for (const step of steps) await take(step, say);
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

async function seed(name, env) {
  await runQuietly([process.execPath, "--import", "tsx", "test/support/seed.ts", name], {
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
    await setUp({ services: everydayServices });
  } catch (error) {
    console.error(error instanceof SetUpError ? error.message : error);
    process.exitCode = 1;
  }
}
