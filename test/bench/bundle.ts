import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";

/**
 * Builds the extension as it ships, in a temporary folder. The content of dist remains unchanged. `flags` are further
 * flags of esbuild.mjs.
 */
export function buildExtension(...flags: readonly string[]): TemporaryFolder {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const folder = temporaryFolder();
  for (const name of ["package.json", "package.nls.json", "l10n", "media"]) {
    cpSync(join(root, name), join(folder.path, name), { recursive: true });
  }
  const outdir = `--outdir=${join(folder.path, "dist")}`;
  execFileSync(process.execPath, ["esbuild.mjs", "--production", outdir, ...flags], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  return folder;
}

interface Bundle {
  readonly code: string;
  /** The paths of its modules, from the repository's folder. */
  readonly inputs: readonly string[];
}

/**
 * Builds the client that uses fetch for a browser, with everything in it and nothing in place of what browsers lack.
 * The code defines `bundled`.
 */
export const bundleForBrowser = (): Promise<Bundle> =>
  bundle("src/client/fetch/index.ts", "browser");

/** The size of a module with everything in it, minified and gzipped. */
export async function bundledBytes(
  entryPoint: string,
  platform: "browser" | "node",
): Promise<number> {
  return gzipSync((await bundle(entryPoint, platform)).code, { level: 9 }).length;
}

async function bundle(entryPoint: string, platform: "browser" | "node"): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: fileURLToPath(new URL("../../", import.meta.url)),
    entryPoints: [entryPoint],
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ platform, format: "iife", globalName: "bundled", logLevel: "silent" },
  });
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}
