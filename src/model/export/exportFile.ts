import { open, rm, type FileHandle } from "node:fs/promises";
import { join, parse } from "node:path";
import type { ExportResult, Sink } from "./recordExport.ts";
import { whyOf } from "../foundation/outcome.ts";
import { codeOf, linkTarget, modeToReplace, replaceFile } from "../foundation/textFiles.ts";

/** Where an export goes. `close` returns the reason of a failure. */
export interface ExportSink extends Sink {
  close(isWhole: boolean): Promise<string | undefined>;
}

/**
 * A file that an export appends to while it reads records. Until it is complete, it is named
 * `name.incomplete.csv` in the same folder. A partial export keeps that name. The complete file
 * takes the final name and replaces an existing file. It doesn't use VS Code's file system, which
 * can't append. Methods don't throw; they return the reason of a failure.
 */
export class ExportFile implements ExportSink {
  #whole: string;
  #part = "";
  #file: FileHandle | undefined;
  /** The length of the complete records, in bytes. */
  #length = 0;

  constructor(path: string) {
    this.#whole = path;
  }

  /** The path of the incomplete file; empty before the first write. */
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
        // A partial record would make the whole file unreadable.
        await file.truncate(this.#length);
        throw error;
      }
    });
  }

  close(isWhole: boolean): Promise<string | undefined> {
    return isWhole ? this.finish() : this.leave();
  }

  finish(): Promise<string | undefined> {
    return attempt(async () => {
      const file = await this.#opened();
      await file.sync();
      await this.#closeHandle();
      await replaceFile(this.#part, this.#whole);
    });
  }

  /** Closes the incomplete file. Deletes it if it is empty. */
  leave(): Promise<string | undefined> {
    return attempt(async () => {
      await this.#closeHandle();
      // The file doesn't exist if it could not be created.
      if (this.#part !== "" && this.#length === 0) await dropPart(this.#part);
    });
  }

  async #closeHandle(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #opened(): Promise<FileHandle> {
    if (this.#file) return this.#file;
    this.#whole = await linkTarget(this.#whole);
    const mode = await modeToReplace(this.#whole);
    const { dir, name, ext } = parse(this.#whole);
    // A name has at most 255 bytes.
    const start = join(dir, `${name.slice(0, 60)}.incomplete`);
    for (let number = 1; ; number += 1) {
      this.#part = `${start}${number > 1 ? `-${number}` : ""}${ext}`;
      try {
        return (this.#file = await open(this.#part, "ax", mode));
      } catch (error) {
        // The file of an earlier export may be the user's only copy, so it stays.
        if (codeOf(error) !== "EEXIST") throw error;
      }
    }
  }
}

/** Exports to a sink, and closes it. The first failure is the one of the result. */
export async function exportTo(
  sink: ExportSink,
  write: (sink: Sink) => Promise<ExportResult>,
): Promise<ExportResult> {
  const result = await write(sink);
  const why = await sink.close(result.outcome === "whole");
  if (why === undefined || result.failure) return result;
  const { count, leftOut } = result;
  return { outcome: "failed", count, leftOut, failure: { code: "not-written", why } };
}

/** Deletes the incomplete file or folder of an export that is complete. */
export const dropPart = (path: string): Promise<void> => rm(path, { force: true, recursive: true });

const attempt = (step: () => Promise<void>): Promise<string | undefined> =>
  step().then(() => undefined, whyOf);
