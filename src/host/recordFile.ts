import { open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join, parse } from "node:path";
import type { Sink } from "../model/bulk/exporting/exporting.ts";
import { whyOf } from "../model/foundation/outcome.ts";

/**
 * A file that grows while it is read what goes into it. It has its name only when it is whole, and then takes
 * the place of what had it; until then, and where it stays in parts, it is `name.incomplete.csv` beside that.
 * Not through VS Code's own file system, which can't append. Nothing throws: what goes wrong is said.
 */
export class ExportFile implements Sink {
  readonly #whole: string;
  #part = "";
  #file: FileHandle | undefined;
  /** In bytes. */
  #length = 0;

  constructor(path: string) {
    this.#whole = path;
  }

  /** Where the parts are; empty before the first. */
  get part(): string {
    return this.#part;
  }

  write(text: string): Promise<string | undefined> {
    return attempt(async () => {
      const file = await this.#opened();
      try {
        await file.appendFile(text);
        this.#length += Buffer.byteLength(text);
      } catch (error) {
        // Half a record would make all of it unreadable.
        await file.truncate(this.#length);
        throw error;
      }
    });
  }

  /** It is whole: it gets its name. */
  finish(): Promise<string | undefined> {
    return attempt(async () => {
      const file = await this.#opened();
      await file.sync();
      await this.#close();
      await rename(this.#part, this.#whole);
    });
  }

  /** It stays in parts: what there is of it stays where it is, if anything. */
  leave(): Promise<string | undefined> {
    return attempt(async () => {
      await this.#close();
      if (this.#part !== "" && this.#length === 0) await rm(this.#part);
    });
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #opened(): Promise<FileHandle> {
    if (this.#file) return this.#file;
    const { dir, name, ext } = parse(this.#whole);
    for (let number = 1; ; number += 1) {
      this.#part = join(dir, `${name}.incomplete${number > 1 ? `-${number}` : ""}${ext}`);
      try {
        return (this.#file = await open(this.#part, "ax"));
      } catch (error) {
        // What an earlier export has left there may be all that somebody has of it.
        if (!isThere(error)) throw error;
      }
    }
  }
}

/** Takes away what an export has left that is whole by now. */
export const dropFile = (path: string): Promise<void> => rm(path, { force: true });

async function attempt(step: () => Promise<void>): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    return whyOf(error);
  }
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST";
