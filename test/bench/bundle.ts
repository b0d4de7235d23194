import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";

/** Builds the extension as it ships, in a temporary folder. The content of dist remains unchanged. */
export function buildExtension(): TemporaryFolder {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const folder = temporaryFolder();
  for (const name of ["package.json", "package.nls.json", "l10n", "media"]) {
    cpSync(join(root, name), join(folder.path, name), { recursive: true });
  }
  const outdir = `--outdir=${join(folder.path, "dist")}`;
  execFileSync(process.execPath, ["esbuild.mjs", "--production", outdir], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  return folder;
}
