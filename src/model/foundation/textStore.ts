import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { whyOf } from "./outcome.ts";
import { isNotFound, writeTextFile } from "./textFiles.ts";

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

/**
 * Text files in a folder, which is created when needed. No method throws. Failures are logged. It
 * doesn't use VS Code's file system, which deletes the old file before it renames the new one.
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
    return this.#write(() => appendFile(this.#file(name), text, { mode: 0o600, flush }));
  }

  async drop(name: string): Promise<void> {
    await this.#attempt(() => rm(this.#file(name)));
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
