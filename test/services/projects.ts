import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { magazineFolder } from "./descriptions.ts";
import type { ServiceDescription } from "./descriptions.ts";

/** The files and folders of a project, without its packages. */
const parts = ["config", "database", "seed", "server.js", "src", "package.json"];

/**
 * Creates the project of a service in a folder: a copy of the magazine, the files that the service replaces, and a link
 * to the service's packages.
 */
export function copyProject({ packages, changes }: ServiceDescription, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const part of parts) {
    cpSync(join(magazineFolder, part), join(to, part), { recursive: true });
    const changed = changes && join(changes, part);
    if (changed && existsSync(changed)) cpSync(changed, join(to, part), { recursive: true });
  }
  addCoreFactories(join(to, "src/api"));
  symlinkSync(join(packages, "node_modules"), join(to, "node_modules"), "junction");
}

/** Creates Strapi's default controller, router and service for each type in `src/api` that lacks them. */
export function addCoreFactories(api: string): void {
  for (const name of readdirSync(api)) {
    for (const part of ["Controller", "Router", "Service"]) {
      const folder = join(api, name, part === "Router" ? "routes" : `${part.toLowerCase()}s`);
      const file = join(folder, `${name}.js`);
      if (existsSync(file)) continue;
      mkdirSync(folder, { recursive: true });
      const factory = `require("@strapi/strapi").factories.createCore${part}`;
      writeFileSync(file, `module.exports = ${factory}("api::${name}.${name}");\n`);
    }
  }
}

/** Whether the service runs the magazine in place: its folder and its packages are those of test/cms. */
export const isMagazineItself = ({ packages, changes }: ServiceDescription): boolean =>
  packages === magazineFolder && changes === undefined;

/** Whether the service adds to the magazine, with the same packages and the same database, so that it can share a seed. */
export const isExtension = ({ packages, changes, database }: ServiceDescription): boolean =>
  packages === magazineFolder && changes !== undefined && database === "sqlite";

/** Whether the service differs from the magazine only in its database, so that it can copy the rows of its seed. */
export const isCopy = ({ packages, changes, database }: ServiceDescription): boolean =>
  packages === magazineFolder && changes === undefined && database === "postgres";

/** A hash of everything that determines the content of a seeded database. */
export async function fingerprintOf(description: ServiceDescription): Promise<string> {
  const { packages, changes, database } = description;
  const hash = createHash("sha256").update(database);
  const sources = parts.filter((part) => part !== "package.json");
  await addFiles(hash, magazineFolder, sources);
  await addFiles(hash, packages, ["package-lock.json"]);
  if (changes !== undefined) await addFiles(hash, changes, sources);
  return hash.digest("hex").slice(0, 16);
}

async function addFiles(
  hash: ReturnType<typeof createHash>,
  folder: string,
  names: readonly string[],
): Promise<void> {
  const files = await Promise.all(names.map((name) => filesIn(join(folder, name))));
  for (const file of files.flat().sort()) {
    hash.update(relative(folder, file).replaceAll("\\", "/")).update(await readFile(file));
  }
}

async function filesIn(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  if (/\.(js|json)$/.test(path)) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
