import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { environmentOf, startDatabaseServer } from "../services/databaseServer.ts";
import { describeService, magazineFolder } from "../services/descriptions.ts";
import type { ServiceDescription, ServiceName } from "../services/descriptions.ts";
import {
  copyProject,
  fingerprintOf,
  isCopy,
  isExtension,
  isMagazineItself,
} from "../services/projects.ts";
import { run } from "./serviceProcess.ts";

/** The files of a service at its start. */
export interface Seeded {
  /** The folder of the seeded files. Its subfolder `server` has those of the database server, if there is one. */
  readonly files: string;
  /** The folder of the service's project. */
  readonly project: string;
}

const cache = join(magazineFolder, ".tmp");

const sqliteFile = "content.db";

const seeding = new Map<ServiceName, Promise<Seeded>>();

/**
 * Creates the seeded files and the project unless they exist for the current sources. Reports the progress to `say`.
 */
export async function seed(
  description: ServiceDescription = describeService(),
  say?: (line: string) => void,
): Promise<Seeded> {
  const { name } = description;
  const pendingSeed =
    seeding.get(name) ??
    makeSeed(description, say).catch((error: unknown) => {
      seeding.delete(name);
      throw error;
    });
  seeding.set(name, pendingSeed);
  return pendingSeed;
}

async function makeSeed(
  description: ServiceDescription,
  say: (line: string) => void = () => undefined,
): Promise<Seeded> {
  const { name, packages } = description;
  const suffix = `${name === "newest" ? "" : `${name}-`}${await fingerprintOf(description)}`;
  if (!existsSync(join(packages, "node_modules"))) {
    throw new Error(
      `The packages of the service "${name}" are missing: run npm ci in ${packages}.`,
    );
  }
  const project = isMagazineItself(description)
    ? magazineFolder
    : await make(`project-${suffix}`, (path) => copyProject(description, path));
  const files = await make(`seed-${suffix}`, async (path) => {
    say(
      `Filling the database of the service "${name}". This happens once and takes half a minute.`,
    );
    await fill(description, { project, path });
    say(`The database of the service "${name}" is ready.`);
  });
  return { files, project };
}

/**
 * Creates a folder of the cache unless it exists. The name ends with a hash of the sources, and folders that were made
 * from other sources are deleted.
 */
export async function make(
  name: string,
  work: (path: string) => void | Promise<void>,
): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const making = join(cache, `making-${randomUUID()}`);
  await mkdir(making, { recursive: true });
  try {
    await work(making);
    await moveUnlessThere(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await forgetOlderThan(name);
  return folder;
}

async function fill(
  description: ServiceDescription,
  { project, path }: { readonly project: string; readonly path: string },
): Promise<void> {
  const { database } = description;
  const extendsMagazine = isExtension(description);
  const copiesMagazine = isCopy(description);
  if (extendsMagazine || copiesMagazine) {
    const magazine = await seed(describeService("newest"));
    await cp(magazine.files, path, { recursive: true });
  }
  const server = database === "sqlite" ? undefined : await startDatabaseServer(database);
  try {
    const env = {
      ...(copiesMagazine && { SEEDED_DATABASE: join(path, sqliteFile) }),
      ...(server && environmentOf(server.access)),
    };
    const { child, lines } = run([extendsMagazine ? "--extend" : "--seed"], path, env, project);
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`Seeding failed (${String(code)}):\n${lines.join("\n")}`);
    if (server) {
      await server.keep(join(path, "server"));
      await rm(join(path, sqliteFile), { force: true });
    }
  } finally {
    await server?.stop();
  }
}

/**
 * Two processes can create the same folder at the same time. The first one to finish wins, and the other one uses its
 * result.
 */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Deletes folders of the same service and purpose that were created from other sources. */
async function forgetOlderThan(current: string): Promise<void> {
  const purpose = current.slice(0, current.lastIndexOf("-"));
  const isLeftover = (name: string) =>
    name.startsWith("making-") ||
    (name.startsWith(purpose) && /^-\w{16}$/.test(name.slice(purpose.length)));
  const leftovers = (await readdir(cache)).filter(isLeftover);
  for (const name of leftovers.filter((other) => other !== current)) {
    const path = join(cache, name);
    // Another process needs far less than an hour to create its seed or to copy it.
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}
