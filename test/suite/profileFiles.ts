import { readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";

/** Every file of the profile that the suite runs in: settings, state, logs, what extensions keep. */
export const profileFiles = (): string[] => folders().flatMap(filesBelow);

/** VS Code works in there meanwhile: what is gone once it is looked into has no files. */
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

/** The folders that hold the profile: the launcher's, and the stand-in's, around its own home. */
function folders(): string[] {
  const report = process.env["CMS_TEST_REPORT"] ?? "";
  const home = process.env["HOME"] ?? "";
  const isStandIn = vscode.env.appHost !== "desktop";
  return [join(dirname(report), "profile"), ...(isStandIn ? [dirname(home)] : [])];
}
