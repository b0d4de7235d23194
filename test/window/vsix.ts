import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { isPreRelease } from "../docs/versions.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";

const root = resolve(import.meta.dirname, "../..");
const vsix = join(root, "out/cms-content-browser.vsix");
const run = promisify(execFile);
let packaged: Promise<string> | undefined;

/** Builds and packages the extension as users install it, once in a run. Resolves with the path of the file. */
export function packageExtension(): Promise<string> {
  return (packaged ??= buildAndPackage());
}

/**
 * Packages in a folder of its own, for two reasons. The packager checks every file below the folder against every
 * pattern, which takes 20 s if the service and VS Code are installed there. And several runs may package at the same
 * time, or use dist.
 */
async function buildAndPackage(): Promise<string> {
  const stage = temporaryFolder();
  try {
    const { version } = await build(stage.path);
    const packager = createRequire(import.meta.url).resolve("@vscode/vsce/vsce");
    const words = ["package", "--no-dependencies", "--allow-missing-repository"];
    if (isPreRelease(version)) words.push("--pre-release");
    const packedPath = join(stage.path, "made.vsix");
    await run(process.execPath, [packager, ...words, "--out", packedPath], { cwd: stage.path });
    await mkdir(join(root, "out"), { recursive: true });
    const beside = `${vsix}.${process.pid}`;
    await cp(packedPath, beside);
    await rename(beside, vsix);
    return vsix;
  } finally {
    stage.remove();
  }
}

interface Manifest {
  readonly version: string;
}

/** Builds into the `dist` of another folder. */
export async function bundleInto(stage: string, ...flags: readonly string[]): Promise<void> {
  const outdir = `--outdir=${join(stage, "dist")}`;
  await run(process.execPath, ["esbuild.mjs", outdir, ...flags], { cwd: root });
}

/** Copies only the files that .vscodeignore includes. Resolves with the manifest. */
async function build(stage: string): Promise<Manifest> {
  await bundleInto(stage, "--production");
  for (const name of [".vscodeignore", ...(await namesThatShip())]) {
    const from = join(root, name);
    if (name !== "dist" && existsSync(from)) await cp(from, join(stage, name), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  // The folder has no sources, so the packager must not build again.
  const unused = new Set(["scripts", "devDependencies", "knip", "mocha"]);
  const used = Object.entries(manifest).filter(([name]) => !unused.has(name));
  await writeFile(join(stage, "package.json"), JSON.stringify(Object.fromEntries(used)));
  const readme = join(stage, "README.md");
  if (!("repository" in manifest)) {
    await writeFile(readme, standalone(await readFile(readme, "utf8")));
  }
  return manifest;
}

/**
 * The README without pictures, relative links and the parts about a clone. Without a repository in the manifest, the
 * packager can't resolve relative links and rejects them. The text of a link stays.
 */
const standalone = (readme: string): string =>
  readme
    .replace(/^<!-- clone: begin -->\n[^]*?^<!-- clone: end -->\n\n/gm, "")
    .replace(/^## (?:Install|Documentation)\n[^]*?(?=^## )/gm, "")
    .replace(/^!\[.*\n\n/gm, "")
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, "$1");

/** The first segment of every path that .vscodeignore includes. The packager checks the rest of the path. */
async function namesThatShip(): Promise<string[]> {
  const lines = (await readFile(join(root, ".vscodeignore"), "utf8")).split("\n");
  const names = lines.flatMap((line) => /^!([^/]+)/.exec(line.trim())?.[1] ?? []);
  return [...new Set(names)];
}
