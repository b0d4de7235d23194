import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { keepSecret } from "./secretsInUse.ts";

/** Where the magazine's schemas and its seed lie. */
export const project = fileURLToPath(new URL("../cms/", import.meta.url));
const cache = join(project, ".tmp");
/** All that decides what is in a seeded database. */
const sources = ["package-lock.json", "server.js", "config", "seed", "src"];
const startTimeout = 60_000;
const stopTimeout = 5_000;

/** A content service of one's own, on the loopback address, with the whole magazine in it. */
export interface Service extends Access {
  readonly url: string;
  readonly pid: number;
  /** The SQLite file; it goes when the service stops. */
  readonly database: string;
  /** What the service has printed so far, without the line that names the tokens. */
  log(): string;
  /** Ends the process and removes its folder; safe to call twice. */
  stop(): Promise<void>;
}

/** The three kinds of way in: tokens, a reader's account, an administrator's account. */
export interface Access {
  readonly tokens: { readonly full: string; readonly readOnly: string; readonly custom: string };
  readonly user: { readonly identifier: string; readonly password: string };
  readonly admin: { readonly email: string; readonly password: string };
}

type Ready = Access & { readonly url: string; readonly pid: number; readonly database: string };

const running = new Map<ChildProcess, string>();
let seeding: Promise<string> | undefined;

interface ServiceOptions {
  readonly env?: Record<string, string>;
  readonly port?: number;
  /** A copy of the project, with types of its own beside the magazine's. */
  readonly from?: string;
}

/** Starts the service on a fresh copy of the seeded database. Several may run side by side. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const seeded = await seed();
  const folder = await mkdtemp(join(tmpdir(), "cms-service-"));
  await cp(seeded, folder, { recursive: true });
  const { child, lines } = run(
    [],
    folder,
    {
      PORT: String(options.port ?? 0),
      CMS_DATA_IS_TEMPORARY: "1",
      ...options.env,
    },
    options.from,
  );
  running.set(child, folder);
  const stop = () => end(child, folder);
  try {
    const ready = await untilReady(child, lines);
    keepSecret(ready);
    return { ...ready, log: () => lines.join("\n"), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes the seeded database if there is none for the sources as they are now; `say` hears of it. */
export async function seedService(say?: (line: string) => void): Promise<void> {
  await seed(say);
}

async function seed(say?: (line: string) => void): Promise<string> {
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

function run(args: string[], folder: string, env: Record<string, string>, cwd = project) {
  const inherited = { ...process.env };
  // Loaders and flags that our own process was given are not for the service.
  delete inherited["NODE_OPTIONS"];
  const child = spawn(process.execPath, [join(cwd, "server.js"), ...args], {
    cwd,
    env: { ...inherited, CMS_DATA: folder, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (!toReady(line)) lines.push(line);
    });
  }
  return { child, lines };
}

async function untilReady(child: ChildProcess, lines: string[]): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`The content service ${why}:\n${lines.join("\n")}`));
    };
    const timer = setTimeout(() => {
      fail(`was not ready after ${startTimeout / 1_000} s`);
    }, startTimeout);
    child.once("error", (error) => {
      fail(`could not be started, ${error.message}`);
    });
    child.once("close", (code, signal) => {
      fail(`ended before it was ready (${String(signal ?? code)})`);
    });
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const ready = toReady(line);
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready);
    });
  });
}

/** The one line of JSON that the service prints when it listens. */
function toReady(line: string): Ready | undefined {
  if (!line.startsWith('{"url":')) return undefined;
  return JSON.parse(line) as Ready;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const closed = once(child, "close");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeout);
    await closed;
    clearTimeout(timer);
  }
  running.delete(child);
  await rm(folder, { recursive: true, force: true });
}

process.once("exit", () => {
  for (const [child, folder] of running) {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
