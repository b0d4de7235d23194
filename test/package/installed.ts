import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readJson, root } from "../house/root.ts";
import { npmEnvironment } from "../support/npmEnvironment.mjs";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";

const run = promisify(execFile);

export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly private?: boolean;
  readonly repository?: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

/** The manifest of the npm package, as it is in the repository. */
export const template = readJson("package/package.json") as PackageManifest;

/** The result of `npm pack`. */
export interface Packed {
  /** The path of the tarball. */
  readonly tarball: string;
  /** In bytes. */
  readonly size: number;
  /** The hash of the tarball. */
  readonly integrity: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** A project outside the repository, in which the packed package is installed. */
export interface Installation {
  /** The path of the project's folder. */
  readonly path: string;
  readonly packed: Packed;
  /** The path of the module that a specifier leads to. */
  resolve(specifier: string): string;
  remove(): void;
}

/** Builds and packs the npm package in this folder. */
export async function packInto(folder: string): Promise<Packed> {
  const built = join(folder, "package");
  await run(process.execPath, ["esbuild.mjs", "--package", `--outdir=${built}`], { cwd: root });
  const compiler = join(root, "node_modules/typescript-newest/bin/tsc");
  const words = [compiler, "-p", "package", "--outDir", join(built, "dist")];
  await run(process.execPath, words, { cwd: root });
  const [packed] = JSON.parse(
    await npm(built, "pack", "--json", "--pack-destination", folder),
  ) as (Omit<Packed, "tarball"> & { readonly filename: string })[];
  if (!packed) throw new Error("npm pack packed nothing.");
  return { ...packed, tarball: join(folder, packed.filename) };
}

/** Another package in the version that this project uses, as an argument of `npm install`. */
export function pinned(name: string): string {
  const manifest = readJson("package.json") as Record<
    "dependencies" | "devDependencies",
    Readonly<Record<string, string>>
  >;
  return `${name}@${manifest.dependencies[name] ?? manifest.devDependencies[name] ?? ""}`;
}

/**
 * Installs the package, from its tarball, and other packages in an empty project. npm gets the dependencies from its
 * registry.
 */
export async function installPackage(...others: readonly string[]): Promise<Installation> {
  const folder: TemporaryFolder = temporaryFolder();
  try {
    const packed = await packInto(folder.path);
    const path = join(folder.path, "project");
    await mkdir(path);
    await writeFile(join(path, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await npm(path, "install", "--no-audit", "--no-fund", packed.tarball, ...others);
    const { resolve } = createRequire(join(path, "package.json"));
    return {
      path,
      packed,
      resolve: (specifier) => resolve(specifier),
      remove: () => folder.remove(),
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** Runs npm, and resolves with its output. */
async function npm(cwd: string, ...words: readonly string[]): Promise<string> {
  // The npm next to the running Node. The one on PATH could be for another Node.
  const beside = join(dirname(process.execPath), "npm");
  const { env, remove } = npmEnvironment();
  try {
    const { stdout } = await run(existsSync(beside) ? beside : "npm", words, { cwd, env });
    return stdout;
  } finally {
    remove();
  }
}
