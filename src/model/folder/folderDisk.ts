import type { Dirent } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { done, failed, whyOf, type AnyFailure, type Outcome } from "../foundation/outcome.ts";
import { isNotFound, linkTarget, writeTextFile } from "../foundation/textFiles.ts";
import type { CheckoutFailure } from "../runs/bulkFailure.ts";

interface UnreadableFailure {
  readonly code: "unreadable-file";
  readonly why: string;
}

export type DiskFailure = UnreadableFailure | CheckoutFailure;

/**
 * What a folder with content has on disk. A repository of others may have symbolic links: nothing is
 * read, written or deleted where one leads out of the folder. The folder itself may be a link.
 * Methods without an outcome reject then, and where the system lets nothing be read. `withinFolder`
 * turns that into a failure.
 */
export class FolderDisk {
  readonly root: string;
  #realRoot: Promise<string> | undefined;

  constructor(root: string) {
    this.root = root;
  }

  /** The same path for each link that leads to the folder, which may be new. */
  realRoot(): Promise<string> {
    this.#realRoot ??= linkTarget(this.root);
    return this.#realRoot;
  }

  /** Where a path in the folder leads. */
  async at(path: string): Promise<string> {
    const [root, target] = [await this.realRoot(), await linkTarget(join(this.root, path))];
    const way = relative(root, target);
    if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return target;
    throw new DiskProblem({ code: "outside-folder", path }, `${path} is outside of the folder`);
  }

  /** A file, whole and at once: a folder has thousands of small ones. */
  bytes = (path: string): Promise<Uint8Array> =>
    asProblem(async () => readFile(await this.at(path)));

  /** The text of a file; undefined if there is none. */
  async text(path: string): Promise<Outcome<string | undefined, DiskFailure>> {
    try {
      // Without a byte order mark. Rejects other bytes than UTF-8.
      return done(new TextDecoder("utf-8", { fatal: true }).decode(await this.bytes(path)));
    } catch (error) {
      if (isNotFound(error)) return done(undefined);
      return failed(error instanceof DiskProblem ? error.failure : unreadable(error));
    }
  }

  /** The value of a file; undefined if there is none. */
  async value<T, F extends AnyFailure>(
    path: string,
    parse: (text: string) => Outcome<T, F>,
  ): Promise<Outcome<T | undefined, F | DiskFailure>> {
    const [failure, text] = await this.text(path);
    if (failure) return failed(failure);
    return text === undefined ? done(undefined) : parse(text);
  }

  /** The names of the files in a folder, sorted. A link is read or refused like a file. */
  async names(
    folder: string,
    isWanted = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink(),
  ): Promise<readonly string[]> {
    try {
      const entries = await asProblem(async () =>
        readdir(await this.at(folder), { withFileTypes: true }),
      );
      return entries.flatMap((entry) => (isWanted(entry) ? entry.name : [])).sort();
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }

  /** Writes a text unless the file has it, whatever its line ends. Returns whether it was written. */
  async write(path: string, text: string): Promise<boolean> {
    const file = await this.at(path);
    const [, current] = await this.text(path);
    if (current?.replaceAll("\r\n", "\n") === text) return false;
    await mkdir(dirname(file), { recursive: true });
    await writeTextFile(file, text);
    return true;
  }

  async remove(path: string): Promise<void> {
    await this.at(path);
    await rm(join(this.root, path), { force: true });
  }
}

class DiskProblem extends Error {
  readonly failure: DiskFailure;
  /** Like that of an error of the operating system. */
  readonly code: string;

  constructor(failure: DiskFailure, message: string) {
    super(message);
    this.failure = failure;
    this.code = failure.code;
  }
}

const unreadable = (error: unknown): DiskFailure => ({
  code: "unreadable-file",
  why: whyOf(error),
});

/** Reads from a folder. An error of the operating system, but for a missing file, is a problem. */
async function asProblem<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isNotFound(error) || error instanceof DiskProblem) throw error;
    throw new DiskProblem(unreadable(error), whyOf(error));
  }
}

/** The outcome of work in a folder. Fails if a symbolic link leads out of it, or it can't be read. */
export async function withinFolder<T, F extends AnyFailure = DiskFailure>(
  work: () => Promise<Outcome<T, F>>,
): Promise<Outcome<T, F | DiskFailure>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DiskProblem)) throw error;
    return failed(error.failure);
  }
}
