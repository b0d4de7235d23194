import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isObject } from "./json.ts";
import { whyOf } from "./outcome.ts";
import { codeOf, isNotFound, renamePatiently, syncFolder, writeTextFile } from "./textFiles.ts";

interface Log {
  error(what: string, error: unknown): void;
}

/** Texts by name, beyond the lifetime of the window. No method throws: the store logs errors. */
export interface TextStore {
  /** The names of all texts, including unfinished ones. */
  names(): Promise<readonly string[]>;
  load(name: string): Promise<string | undefined>;
  /** Writes the whole text or nothing. */
  save(name: string, text: string): Promise<unknown>;
  drop(name: string): Promise<void>;
}

/** How long to wait for another process that replaces a text, in milliseconds. */
const maxRewriteMs = 10_000;

/**
 * Text files in a folder, which is created when needed. No method throws. Failures are logged. It
 * doesn't use VS Code's file system, which deletes the old file before it renames the new one.
 *
 * Several processes may append to a text while one of them rewrites it. `rewrite` holds a lock from
 * before it reads the text until the new file has its name. `append` looks after it has written:
 * first that nobody holds the lock, then that its file still has the name. Otherwise it appends
 * again. So a line that the rewriting process has not read is in the new file, if only twice.
 */
export class StoredFiles implements TextStore {
  readonly #folder: string;
  readonly #log: Log;
  /** The name of the content, for the log and the folder. */
  readonly #what: string;

  constructor(storage: string, what: string, log: Log) {
    this.#folder = join(storage, what);
    this.#what = what;
    this.#log = log;
  }

  async names(): Promise<readonly string[]> {
    const [, names] = await this.#attempt(() => readdir(this.#folder));
    return names ?? [];
  }

  /** The size in bytes; undefined if the file doesn't exist. */
  async size(name: string): Promise<number | undefined> {
    const [, stats] = await this.#attempt(() => stat(this.#file(name)));
    return stats?.size;
  }

  async load(name: string): Promise<string | undefined> {
    const [, text] = await this.#attempt(() => readFile(this.#file(name), "utf8"));
    return text;
  }

  /** Returns why the write failed; undefined on success. */
  save(name: string, text: string): Promise<string | undefined> {
    return this.#write(() => writeTextFile(this.#file(name), text, 0o600));
  }

  /**
   * Adds text to a file. A killed process may leave a part. `flush`: the text is there even after a
   * power failure. Returns why it failed, if it did.
   */
  append(name: string, text: string, flush = false): Promise<string | undefined> {
    return this.#write(async () => {
      for (let isAppended = false; !isAppended;) {
        const file = await open(this.#file(name), "a", 0o600);
        try {
          await file.appendFile(text);
          if (flush) await file.sync();
          await this.#waitForRewrite(name);
          const [{ ino }, named] = await Promise.all([
            file.stat({ bigint: true }),
            stat(this.#file(name), { bigint: true }),
          ]);
          isAppended = named.ino === ino;
        } finally {
          // Open until now, so that no other file can have got its number.
          await file.close();
        }
      }
    });
  }

  /**
   * Replaces a text by another one, unless `change` returns undefined or another process replaces it.
   * A process that is killed, and a power failure, leave the earlier text or the new one.
   */
  rewrite(name: string, change: (text: string) => string | undefined): Promise<string | undefined> {
    return this.#write(async () => {
      const unlock = await takeLock(this, name);
      // A lock that could not be stored locks nothing.
      if (!unlock || locksOf(name, await readdir(this.#folder)).length === 0) return;
      const part = `${name}.new`;
      try {
        const text = change(await readFile(this.#file(name), "utf8"));
        if (text === undefined) return;
        await writeFile(this.#file(part), text, { mode: 0o600, flush: true });
        await renamePatiently(this.#file(part), this.#file(name));
        // What is appended and flushed from now on must not be lost with the new name.
        await syncFolder(this.#folder);
      } finally {
        await this.drop(part);
        await unlock();
      }
    });
  }

  async drop(name: string): Promise<void> {
    await this.#attempt(() => rm(this.#file(name)));
  }

  async #waitForRewrite(name: string): Promise<void> {
    const isLocked = async (): Promise<boolean> => {
      const locks = locksOf(name, await readdir(this.#folder));
      return (await Promise.all(locks.map((lock) => isHeld(this, lock)))).includes(true);
    };
    const since = Date.now();
    while (await isLocked()) {
      if (Date.now() - since > maxRewriteMs) throw new Error(`${name} is locked`);
      await wait(10);
    }
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  async #write(step: () => Promise<void>): Promise<string | undefined> {
    const [why] = await this.#attempt(async () => {
      // Only the user may read the content of a service.
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await step();
    });
    return why;
  }

  async #attempt<T>(step: () => Promise<T>): Promise<[why: string | undefined, value?: T]> {
    try {
      return [undefined, await step()];
    } catch (error) {
      if (!isNotFound(error))
        this.#log.error(this.#what, error instanceof Error ? error : String(error));
      return [whyOf(error)];
    }
  }
}

/**
 * Locks a name for this process, among all processes of the computer that share the store. Returns
 * what unlocks it, or undefined if a process that is alive has it. If two ask at once, none or one
 * gets it. The lock of a killed process is taken over. Where nothing can be stored, nothing is
 * locked.
 */
export async function takeLock(
  store: TextStore,
  name: string,
): Promise<(() => Promise<void>) | undefined> {
  const lockName = `${name}-${randomUUID()}.lock`;
  const owner = { pid: process.pid, start: await startOf(process.pid) };
  await store.save(lockName, JSON.stringify(owner));
  const unlock = () => store.drop(lockName);
  for (const other of locksOf(name, await store.names())) {
    if (other === lockName) continue;
    if (await isHeld(store, other)) {
      await unlock();
      return undefined;
    }
    await store.drop(other);
  }
  return unlock;
}

/** The names of the locks of a name, also of those of killed processes. */
const locksOf = (name: string, all: readonly string[]): readonly string[] =>
  all.filter((other) => other.startsWith(`${name}-`) && other.endsWith(".lock"));

/** Whether the process that wrote a lock is alive, and has not unlocked it. */
async function isHeld(store: Pick<TextStore, "load">, lockName: string): Promise<boolean> {
  try {
    const owner: unknown = JSON.parse((await store.load(lockName)) ?? "");
    if (!isObject(owner) || typeof owner["pid"] !== "number") return false;
    process.kill(owner["pid"], 0);
    return owner["start"] === (await startOf(owner["pid"]));
  } catch (error) {
    // A process of another user can't be asked.
    return codeOf(error) === "EPERM";
  }
}

/** Tells a process from an earlier one with the same id. Null where the system has no such file. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program, in parentheses, may have spaces and more parentheses.
  return stat.slice(stat.lastIndexOf(")")).split(" ")[20] ?? null;
}
