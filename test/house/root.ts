import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, with a separator at the end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

export const read = (path: string): string => readFileSync(join(root, path), "utf8");

export const readJson = (path: string): unknown => JSON.parse(read(path));

/** The files in a folder and its subfolders, as paths from the root with slashes. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/"))
    .sort();

/** The tracked files, and the new files that git doesn't ignore. */
export const projectFiles = (): string[] =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\0")
    .filter(Boolean);
