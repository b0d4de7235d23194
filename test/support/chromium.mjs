// Finds a browser for VS Code, or installs Chromium from Debian's packages.
import { spawnSync } from "node:child_process";
import { runQuietly } from "./runQuietly.mjs";
import { SetUpError } from "./setUpError.mjs";
import { findOnPath, isExecutable } from "./tools.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** The Debian packages of Chromium. */
export const packages = ["chromium", "fonts-dejavu-core"];
const applications = ["Chromium", "Google Chrome"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** The path of the browser, or undefined. CHROMIUM_PATH has priority over installed browsers. */
export function findChromium() {
  return process.env.CHROMIUM_PATH || (findOnPath(...names) ?? applications.find(isExecutable));
}

/** Whether a browser is installed and starts. */
export function hasChromium() {
  const path = findChromium();
  return path !== undefined && spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Installs Chromium with apt-get if that requires no password. Otherwise, throws an error that says what to do. */
export async function installChromium() {
  const before = findChromium();
  if (before) throw new SetUpError(`${before} does not start.\n${otherWays()}`);

  const apt = findOnPath("apt-get");
  const asRoot = apt && wordsOfRoot();
  if (!asRoot) throw new SetUpError(`No Chromium was found.\n${otherWays()}`);
  await get([...asRoot, apt, "-qq", "update"]);
  await get([...asRoot, apt, "-qq", "install", "-y", "--no-install-recommends", ...packages]);
  if (!hasChromium())
    throw new SetUpError(`The installed Chromium does not start.\n${otherWays()}`);
}

async function get(words) {
  await runQuietly(words, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

/** The command prefix for root permissions, or undefined if they require a password. */
function wordsOfRoot() {
  if (process.getuid() === 0) return [];
  const sudo = findOnPath("sudo");
  if (sudo && spawnSync(sudo, ["-n", "true"], { stdio: "ignore" }).status === 0) {
    return [sudo, "-n", "DEBIAN_FRONTEND=noninteractive"];
  }
  return undefined;
}

function otherWays() {
  const command =
    process.platform === "darwin"
      ? "brew install --cask google-chrome"
      : "sudo apt-get update && sudo apt-get install -y chromium";
  return `Install with: ${command}\nor name one that is there: CHROMIUM_PATH=/path/to/chromium`;
}
