import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { project, run } from "./serviceProcess.ts";

const cache = join(project, ".tmp");
/** All that decides what is in a seeded database. */
const sources = ["package-lock.json", "server.js", "config", "seed", "src"];

let seeding: Promise<string> | undefined;

/** The seeded files. Makes them if there are none for the sources as they are now; `say` hears of it. */
export async function seed(say?: (line: string) => void): Promise<string> {
  seeding ??= makeSeed(say).catch((error: unknown) => {
    seeding = undefined;
    throw error;
  });
  return seeding;
}

async function makeSeed(say: (line: string) => void = () => undefined): Promise<string> {
  const folder = join(cache, `seed-${await hashSources()}`);
  if (existsSync(folder)) return folder;
  if (!existsSync(join(project, "node_modules"))) {
    throw new Error("The content service is not installed: run npm ci in test/cms.");
  }
  say("Filling the content service's database. This happens once and takes half a minute.");
  const making = join(cache, `making-${randomUUID()}`);
  await mkdir(making, { recursive: true });
  try {
    const { child, lines } = run(["--seed"], making, {});
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`Seeding failed (${String(code)}):\n${lines.join("\n")}`);
    await moveUnlessThere(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  await forgetOlderThan(folder);
  say("The content service's database is ready.");
  return folder;
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = await Promise.all(sources.map((source) => list(source)));
  for (const file of files.flat().sort()) {
    hash.update(file.replaceAll("\\", "/")).update(await readFile(join(project, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function list(source: string): Promise<string[]> {
  if (source.includes(".")) return [source];
  const entries = await readdir(join(project, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length));
}

/** Two processes may seed at the same time: the first to finish wins, the other takes its result. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

async function forgetOlderThan(current: string): Promise<void> {
  const leftovers = (await readdir(cache)).filter((name) => /^(seed|making)-/.test(name));
  for (const path of leftovers.map((name) => join(cache, name))) {
    // An hour is far more than another process needs to make its seed or to copy it.
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (path !== current && age > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}
