// Installs and prepares everything that the tests and the demo need: `npm run setup`, or setUp() in another script. It
// runs before any package is installed, so it uses only Node's own modules.
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, installChromium } from "./chromium.mjs";
import { npmEnvironment } from "./npmEnvironment.mjs";
import { runQuietly } from "./runQuietly.mjs";
import { SetUpError } from "./setUpError.mjs";
import { fingerprint, isDone, markDone } from "./setupStamp.mjs";
import { testNode } from "./testNode.mjs";
import { findOnPath, missingTools } from "./tools.mjs";

const root = resolve(import.meta.dirname, "../..");
const hostsFolder = join(root, "test/hosts");
const servicesFolder = join(root, "test/services");

const mariadbPackages = ["mariadb-server-core", "mariadb-client-core"];

/** The host in CMS_TEST_HOST, or else the newest one, for callers that need only one. */
export const oneHost = [process.env.CMS_TEST_HOST ?? "newest"];

/** The service in CMS_TEST_SERVICE, or else the newest one. */
const oneService = [process.env.CMS_TEST_SERVICE ?? "newest"];

/** The services of `npm test`. */
export const everydayServices = [...new Set(["newest", "postgres", "shaped", ...oneService])];

/**
 * Installs everything that is missing. Throws if a step fails.
 *
 * @param {{ say?: (line: string) => void, hosts?: readonly string[], services?: readonly string[],
 * onStage?: (stage: "packages" | "installed" | "seeded") => void }} [options] `hosts`: the folders of test/hosts to
 * install, by default all. `services`: the services to install, by default the one in CMS_TEST_SERVICE. `onStage`: called
 * three times before the end: when the packages of the extension are installed, when only the databases are left, and
 * when the first of them, that of the newest service, is seeded.
 */
export async function setUp({
  say = console.log,
  hosts = readdirSync(hostsFolder),
  services = oneService,
  onStage = () => {},
} = {}) {
  const missing = missingTools();
  if (missing) throw new SetUpError(missing);

  const { env, remove } = npmEnvironment();
  try {
    // Concurrently, because some steps wait for the network while others compile.
    const steps = [...installationsOfHosts(hosts, env), ...installationsOf(services, env)];
    await all([
      take(packagesOfExtension(env), say).then(() => onStage("packages")),
      ...steps.map((step) => take(step, say)),
      takeInTurn(fromDebian(hosts, services), say),
    ]);
    onStage("installed");
    await seedAll(services, env, say, () => onStage("seeded"));
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

/** Steps that install Debian packages. They run one after the other, because apt-get allows only one process. */
function fromDebian(hosts, services) {
  return [
    ...(hosts.length > 0 ? [{ title: "Chromium", done: hasChromium, work: installChromium }] : []),
    ...(services.includes("mariadb")
      ? [{ title: "MariaDB", done: hasMariadb, work: installMariadb }]
      : []),
  ];
}

/** Older versions and PostgreSQL have their own packages in test/services. All other services use those of test/cms. */
function installationsOf(services, env) {
  const own = (name) => existsSync(join(servicesFolder, name, "package.json"));
  const folders = [
    // Always installed, because they contain the database drivers of the tests.
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

/** The server's `mariadb-install-db` calls `my_print_defaults`, which the client's package contains. */
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

/** Waits for all steps before it throws the first error, so that no step continues after the caller got the error. */
async function all(steps) {
  const outcomes = await Promise.allSettled(steps);
  const failure = outcomes.find(({ status }) => status === "rejected");
  if (failure) throw failure.reason;
}

/** A step that is repeated when the lock file changes, or the platform or module version of Node. */
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
 * Skips code-server's own install script, which requires the npm of another Node and compiles everything that its users
 * can need. Each host's `build` compiles only spdlog, without which output channels are empty. spdlog uses Node-API, so
 * the headers of the running Node also suit the host's Node.
 */
async function installHost(folder, env) {
  await npm(folder, env, "ci", "--ignore-scripts");
  // Optimizing takes a third of the compilation, and writing logs is no bottleneck.
  await npm(folder, { ...env, CXXFLAGS: "-O0" }, "run", "build");
}

/** Seeds the magazine first, because other services copy its files or rows. */
async function seedAll(services, env, say, onFirst) {
  const title = (name) => `Database of the service (${name})`;
  const step = (name) => take({ title: title(name), work: () => seed(name, env) }, say);
  const isFirst = (name) => name === "newest";
  await all(services.filter(isFirst).map(step));
  onFirst();
  await all(services.filter((name) => !isFirst(name)).map(step));
}

async function seed(name, env) {
  await runQuietly([testNode(), "--import", "tsx", "test/support/seed.ts", name], {
    cwd: root,
    env,
  });
}

async function npm(cwd, env, ...words) {
  // The npm next to the running Node. The one on PATH could compile for another Node.
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
