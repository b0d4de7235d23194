import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addCoreFactories } from "../coreFactories.ts";

const magazine = fileURLToPath(new URL("../../cms/", import.meta.url));
const shaped = fileURLToPath(new URL(".", import.meta.url));
/** Below the magazine, whose packages it finds there. */
const cache = join(magazine, ".tmp");

/** What a Strapi project needs of the magazine's. */
const parts = ["config", "database", "package.json", "seed", "server.js", "src"];

/**
 * The magazine as a real project would shape it: its own files, and over them those of this folder. Gives the folder of
 * the project, which is made once for the files as they are now.
 */
export async function shapedProject(): Promise<string> {
  const folder = join(cache, `shaped-${hashOf([...parts.map(inMagazine), shaped])}`);
  if (existsSync(folder)) return folder;
  const making = join(cache, `making-${randomUUID()}`);
  await mkdir(join(making, "database/migrations"), { recursive: true });
  for (const part of parts) await cp(inMagazine(part), join(making, part), { recursive: true });
  for (const part of ["config", "seed", "src"]) {
    await cp(join(shaped, part), join(making, part), { recursive: true });
  }
  addCoreFactories(join(making, "src/api"));
  try {
    await rename(making, folder);
  } catch (error) {
    // Another process was faster.
    await rm(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const inMagazine = (part: string): string => join(magazine, part);

function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = /\.js(on)?$/.test(path)
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
  return entries;
}
