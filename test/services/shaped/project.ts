import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const magazine = fileURLToPath(new URL("../../cms/", import.meta.url));
const overlay = fileURLToPath(new URL("overlay/", import.meta.url));
/** Below the magazine, whose packages it finds there. */
const cache = join(magazine, ".tmp");

/** What a Strapi project needs of the magazine's. */
const parts = ["config", "database", "package.json", "seed", "server.js", "src"];

/**
 * The magazine as a real project would shape it: its own files, and over them those of `overlay`. Gives the folder of
 * the project, which is made once for the files as they are now.
 */
export async function shapedProject(): Promise<string> {
  const folder = join(cache, `shaped-${hashOf([...parts.map(inMagazine), overlay])}`);
  if (existsSync(folder)) return folder;
  const making = join(cache, `making-${randomUUID()}`);
  await mkdir(join(making, "database/migrations"), { recursive: true });
  for (const part of parts) await cp(inMagazine(part), join(making, part), { recursive: true });
  await cp(overlay, making, { recursive: true });
  await addDefaults(join(making, "src/api"));
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

/** Strapi's own controllers, routes and services, for each type where the overlay has none. */
async function addDefaults(api: string): Promise<void> {
  for (const name of await readdir(api)) {
    for (const part of ["Controller", "Router", "Service"]) {
      const folder = join(api, name, part === "Router" ? "routes" : `${part.toLowerCase()}s`);
      const file = join(folder, `${name}.js`);
      if (existsSync(file)) continue;
      await mkdir(folder, { recursive: true });
      const factory = `require("@strapi/strapi").factories.createCore${part}`;
      await writeFile(file, `module.exports = ${factory}("api::${name}.${name}");\n`);
    }
  }
}

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
