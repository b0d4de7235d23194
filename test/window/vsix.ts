import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { isPreRelease } from "../docs/versions.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";

const root = resolve(import.meta.dirname, "../..");
const vsix = join(root, "out/cms-content-browser.vsix");
const run = promisify(execFile);
let built: Promise<string> | undefined;
let packaged: Promise<string> | undefined;

/**
 * Builds the extension as users install it, once in a run. Resolves with a folder that contains `dist`, with source maps
 * that are not part of the package, and esbuild's report `metafile.json`.
 */
export function buildExtension(): Promise<string> {
  return (built ??= buildIn(temporaryFolder().path));
}

async function buildIn(folder: string): Promise<string> {
  const flags = [`--outdir=${join(folder, "dist")}`, `--metafile=${join(folder, "metafile.json")}`];
  await run(process.execPath, ["esbuild.mjs", "--production", "--maps", ...flags], { cwd: root });
  return folder;
}

/** Builds and packages the extension as users install it, once in a run. Resolves with the path of the file. */
export function packageExtension(): Promise<string> {
  return (packaged ??= packageInto(vsix).then(() => vsix));
}

/**
 * Packages in a folder of its own, for two reasons. The packager checks every file below the folder against every
 * pattern, which takes 20 s if the service and VS Code are installed there. And several runs may package at the same
 * time, or use dist.
 *
 * `repository` is a URL, for a test of the package before the manifest has one.
 */
export async function packageInto(file: string, repository?: string): Promise<void> {
  const stage = temporaryFolder();
  try {
    const { version } = await layOut(stage.path, repository);
    const packager = createRequire(import.meta.url).resolve("@vscode/vsce/vsce");
    const words = ["package", "--no-dependencies", "--allow-missing-repository"];
    if (isPreRelease(version)) words.push("--pre-release");
    const packedPath = join(stage.path, "made.vsix");
    await run(process.execPath, [packager, ...words, "--out", packedPath], { cwd: stage.path });
    await mkdir(dirname(file), { recursive: true });
    const beside = `${file}.${process.pid}`;
    await cp(packedPath, beside);
    await rename(beside, file);
  } finally {
    stage.remove();
  }
}

interface Manifest {
  readonly version: string;
  readonly repository?: unknown;
}

/** Copies only the files that .vscodeignore includes. Resolves with the manifest. */
async function layOut(stage: string, url: string | undefined): Promise<Manifest> {
  await cp(join(await buildExtension(), "dist"), join(stage, "dist"), { recursive: true });
  for (const name of [".vscodeignore", ...(await namesThatShip())]) {
    const from = join(root, name);
    if (name !== "dist" && existsSync(from)) await cp(from, join(stage, name), { recursive: true });
  }
  const own = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const manifest: Manifest = { ...own, ...(url !== undefined && { repository: { url } }) };
  // The folder has no sources, so the packager must not build again.
  const unused = new Set(["private", "scripts", "devDependencies", "knip", "mocha"]);
  const used = Object.entries(manifest).filter(([name]) => !unused.has(name));
  await writeFile(join(stage, "package.json"), JSON.stringify(Object.fromEntries(used)));
  const readme = join(stage, "README.md");
  const text = withoutClone(await readFile(readme, "utf8"));
  await writeFile(readme, manifest.repository === undefined ? withoutRepository(text) : text);
  return manifest;
}

/** The README without the parts about a clone. */
const withoutClone = (readme: string): string =>
  readme.replace(/^<!-- clone: begin -->\n[^]*?^<!-- clone: end -->\n\n/gm, "");

/**
 * The README without pictures and relative links. Without a repository in the manifest, the packager can't resolve them
 * and rejects them. The text of a link stays.
 */
const withoutRepository = (readme: string): string =>
  readme
    .replace(/^## Documentation\n[^]*?(?=^## )/m, "")
    .replace(/^!\[.*\n\n/gm, "")
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, "$1");

/** The first segment of every path that .vscodeignore includes. The packager checks the rest of the path. */
async function namesThatShip(): Promise<string[]> {
  const lines = (await readFile(join(root, ".vscodeignore"), "utf8")).split("\n");
  const names = lines.flatMap((line) => /^!([^/]+)/.exec(line.trim())?.[1] ?? []);
  return [...new Set(names)];
}
