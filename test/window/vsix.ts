import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const stage = join(root, "out/package");
const vsix = join(root, "out/cms-content-browser.vsix");
const run = promisify(execFile);
let packaged: Promise<string> | undefined;

/** The extension as a user installs it, built from the sources once a run. Resolves with the file's path. */
export function packageExtension(): Promise<string> {
  return (packaged ??= buildAndPackage());
}

async function buildAndPackage(): Promise<string> {
  await run(process.execPath, ["esbuild.mjs", "--production"], { cwd: root });
  await fillStage();
  const packager = createRequire(import.meta.url).resolve("@vscode/vsce/vsce");
  const words = ["package", "--no-dependencies", "--allow-missing-repository", "--out", vsix];
  await run(process.execPath, [packager, ...words], { cwd: stage });
  return vsix;
}

/**
 * The packager holds every file below it against every pattern, which takes 20 s where the service and VS Code
 * are installed too. So it gets a folder with nothing but what .vscodeignore lets through.
 */
async function fillStage(): Promise<void> {
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  for (const name of [".vscodeignore", ...(await namesThatShip())]) {
    if (existsSync(join(root, name))) {
      await cp(join(root, name), join(stage, name), { recursive: true });
    }
  }
  const manifest = JSON.parse(await readFile(join(stage, "package.json"), "utf8")) as object;
  // It is built already, and the sources to build it from are not here.
  await writeFile(
    join(stage, "package.json"),
    JSON.stringify({ ...manifest, scripts: {} }, undefined, 2),
  );
}

/** The first step of every path that .vscodeignore excepts; the packager looks at the rest of it. */
async function namesThatShip(): Promise<string[]> {
  const lines = (await readFile(join(root, ".vscodeignore"), "utf8")).split("\n");
  const names = lines.flatMap((line) => /^!([^/]+)/.exec(line.trim())?.[1] ?? []);
  return [...new Set(names)];
}
