import { readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";

/** Every file of the profile in which the suite runs: settings, state, logs and the files of extensions. */
export const profileFiles = (): string[] => folders().flatMap(filesBelow);

/** The files below a folder. VS Code works in the profile at the same time, so a folder may no longer exist. */
function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The folders of the profile: the launcher's, and the one around the stand-in's home folder. */
function folders(): string[] {
  const report = process.env["CMS_TEST_REPORT"] ?? "";
  const home = process.env["HOME"] ?? "";
  const isStandIn = vscode.env.appHost !== "desktop";
  return [join(dirname(report), "profile"), ...(isStandIn ? [dirname(home)] : [])];
}
