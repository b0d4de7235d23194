import { mkdir, readdir, rename, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { toJson } from "../foundation/json.ts";
import { done, failed, whyOf } from "../foundation/outcome.ts";
import { codeOf, isNotFound, linkTarget, writeTextFile } from "../foundation/textFiles.ts";
import { manifestName, mediaFolder, type ContentManifest } from "../records/contentManifest.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";

/** A new folder to which all content is exported. Until it is complete, it is named `name.incomplete`. */
export class ExportFolder {
  readonly #whole: string;
  /** The path of the incomplete folder. */
  readonly part: string;

  private constructor(whole: string, part: string) {
    this.#whole = whole;
    this.part = part;
  }

  /**
   * Creates the incomplete folder, as private as the empty folder that it replaces. Fails if there
   * is a folder that has files, or anything that it can't replace.
   */
  static async open(path: string): BulkResult<ExportFolder> {
    try {
      const whole = await linkTarget(resolve(path));
      const mode = await removeEmptyFolder(whole);
      for (let number = 1; ; number += 1) {
        const part = `${whole}.incomplete${number > 1 ? `-${number}` : ""}`;
        try {
          await mkdir(part, { mode });
          return done(new ExportFolder(whole, part));
        } catch (error) {
          // An earlier incomplete export may be the user's only copy, so it stays.
          if (codeOf(error) !== "EEXIST") throw error;
        }
      }
    } catch (error) {
      if (codeOf(error) === "ENOTEMPTY") return failed({ code: "folder-in-use" });
      return failed({ code: "not-written", why: whyOf(error) });
    }
  }

  /**
   * The folder of the media files. It has those of an earlier export to the same folder that was
   * interrupted: a large library isn't downloaded twice.
   */
  async openMedia(): BulkResult<string> {
    const path = join(this.part, mediaFolder);
    try {
      const [above, name] = [dirname(this.#whole), `${basename(this.#whole)}.incomplete`];
      const isPart = (other: string) =>
        other.startsWith(name) && /^(-\d+)?$/.test(other.slice(name.length));
      const parts = (await readdir(above)).filter(isPart).map((other) => join(above, other));
      for (const part of parts.filter((other) => other !== this.part)) {
        const isTaken = await rename(join(part, mediaFolder), path).then(
          () => true,
          () => false,
        );
        if (isTaken) break;
      }
      await mkdir(path, { recursive: true });
      return done(path);
    } catch (error) {
      return failed({ code: "not-written", why: whyOf(error) });
    }
  }

  /** Writes the manifest, and gives the folder its name. */
  async finish(manifest: ContentManifest): BulkResult<ContentManifest> {
    try {
      await writeTextFile(join(this.part, manifestName), `${toJson(manifest, 2)}\n`);
      await rename(this.part, this.#whole);
      return done(manifest);
    } catch (error) {
      return this.leave({ code: "not-written", why: whyOf(error) });
    }
  }

  /** Deletes the incomplete folder if it is empty. The failure names it if it stays. */
  async leave(cause: BulkFailure): BulkResult<never> {
    await rmdir(join(this.part, mediaFolder)).catch(() => undefined);
    const isGone = await rmdir(this.part).then(
      () => true,
      () => false,
    );
    return failed(isGone ? cause : { code: "not-whole", part: this.part, cause });
  }
}

/** Returns the permissions of the folder; undefined if it didn't exist. */
async function removeEmptyFolder(path: string): Promise<number | undefined> {
  try {
    const { mode } = await stat(path);
    await rmdir(path);
    return mode & 0o777;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
