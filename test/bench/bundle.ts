import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";

/** Builds what ships into a folder of its own: what others build into dist stays as it is. */
export function buildExtension(): TemporaryFolder {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const folder = temporaryFolder();
  symlinkSync(join(root, "src"), join(folder.path, "src"), "junction");
  for (const name of ["package.json", "package.nls.json", "l10n", "media"]) {
    cpSync(join(root, name), join(folder.path, name), { recursive: true });
  }
  execFileSync(process.execPath, [join(root, "esbuild.mjs"), "--production"], {
    cwd: folder.path,
    stdio: ["ignore", 2, 2],
  });
  return folder;
}
