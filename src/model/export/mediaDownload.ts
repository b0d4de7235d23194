import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CmsFile } from "../../client/index.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { markOf } from "../foundation/marks.ts";
import { done, failed, whyOf } from "../foundation/outcome.ts";
import { renamePatiently } from "../foundation/textFiles.ts";
import { hasSize } from "../media/fileMatching.ts";
import { blockOfDownload } from "../media/serviceFiles.ts";
import { readFileContent } from "../reading/fileReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import { mediaPathOf, type MissingFile } from "../records/contentManifest.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { failsEveryItem } from "../runs/run.ts";
import type { Service } from "../schemas/catalogs.ts";

const maxDownloads = 4;

/** In kilobytes. A download is held in memory, so larger files are downloaded one at a time. */
const maxKilobytesTogether = 10_000;

interface DownloadOptions extends Pick<ReadOptions, "signal"> {
  /** Called after each file with the number of files so far. */
  readonly onFile: (count: number) => void;
}

/**
 * Downloads media files to a folder. A file has its name when it is complete, with the time of its
 * last change in the library. So a file of the same size and time is not downloaded again.
 */
export class MediaDownload {
  readonly #service: Service;
  readonly #url: string;
  readonly #folder: string;
  readonly #names = new Set<string>();
  readonly #missing: MissingFile[] = [];
  readonly #describe: (failure: BulkFailure) => string;

  /** @param url The URL of the service. */
  constructor(
    service: Service,
    url: string,
    folder: string,
    describe: (failure: BulkFailure) => string,
  ) {
    this.#service = service;
    this.#url = url;
    this.#folder = folder;
    this.#describe = describe;
  }

  /** The files that can't be downloaded. */
  get missing(): readonly MissingFile[] {
    return this.#missing;
  }

  /**
   * Downloads files. Returns the path in the export of each one that it has. Fails if no further
   * file can be downloaded.
   */
  async fetch(
    files: readonly CmsFile[],
    { signal, onFile }: DownloadOptions,
  ): BulkResult<ReadonlyMap<CmsFile, string>> {
    const paths = new Map<CmsFile, string>();
    let count = 0;
    let stop: BulkFailure | undefined;
    const fetchOne = async (file: CmsFile): Promise<void> => {
      if (signal?.aborted) stop ??= { code: "declined" };
      if (stop) return;
      const [failure, name] = await this.#fetchFile(file, { signal });
      if (!failure) paths.set(file, mediaPathOf(name));
      else if (signal?.aborted || failsEveryDownload(failure)) stop ??= failure;
      else {
        const { documentId, name: fileName } = file;
        this.#missing.push({ documentId, name: fileName, reason: this.#describe(failure) });
      }
      onFile((count += 1));
    };
    const limit = new ConcurrencyLimit(maxDownloads);
    const isSmall = ({ size }: CmsFile) => size <= maxKilobytesTogether;
    await Promise.all(files.filter(isSmall).map((file) => limit.run(() => fetchOne(file))));
    for (const file of files) if (!isSmall(file)) await fetchOne(file);
    return stop ? failed(stop) : done(paths);
  }

  /** Deletes what is no file of the library: files that were deleted or changed since. */
  async finish(): BulkResult<null> {
    try {
      for (const name of await readdir(this.#folder))
        if (!this.#names.has(name)) await rm(join(this.#folder, name), { recursive: true });
      return done(null);
    } catch (error) {
      return failed({ code: "not-written", why: whyOf(error) });
    }
  }

  async #fetchFile(file: CmsFile, options: ReadOptions): BulkResult<string> {
    const block = blockOfDownload(file, this.#url);
    if (block) return failed(block);
    const name = diskNameOf(file);
    const path = join(this.#folder, name);
    const changedAt = new Date(Date.parse(file.updatedAt) || 0);
    if (!(await isThere(file, path, changedAt))) {
      const [failure, content] = await readFileContent(this.#service, file, options);
      if (failure) return failed(failure);
      const { bytes } = content;
      if (!hasSize(file, bytes.length)) {
        const expected = Math.round(file.size * 1_000);
        return failed({ code: "file-size", name: file.name, actual: bytes.length, expected });
      }
      try {
        await writeWhole(path, bytes, changedAt);
      } catch (error) {
        return failed({ code: "not-written", why: whyOf(error) });
      }
    }
    this.#names.add(name);
    return done(name);
  }
}

/** A file system may store times in steps of two seconds. */
const timeStepMs = 2_000;

async function isThere(file: CmsFile, path: string, changedAt: Date): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile() || !hasSize(file, stats.size)) return false;
  return Math.abs(stats.mtimeMs - changedAt.getTime()) <= timeStepMs;
}

async function writeWhole(path: string, bytes: Uint8Array, changedAt: Date): Promise<void> {
  const part = `${path}.incomplete`;
  const handle = await open(part, "w");
  try {
    await handle.writeFile(bytes);
    await handle.utimes(changedAt, changedAt);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renamePatiently(part, path);
}

/**
 * A name that every file system takes, and that differs from those of all other files also where
 * case doesn't count: ASCII letters, digits, dashes and a known ending.
 */
function diskNameOf({ id, documentId, name, ext }: CmsFile): string {
  const ending = /^\.[a-z\d]{1,10}$/i.test(ext ?? "") ? (ext ?? "").toLowerCase() : "";
  const hasEnding = name.toLowerCase().endsWith(ending);
  const stem = hasEnding ? name.slice(0, name.length - ending.length) : name;
  const plain = stem.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const words = plain.match(/[a-z\d_]+/gi) ?? [];
  const title = words.join("-").slice(0, 60) || "file";
  const isPlain = /^[a-z\d]{1,40}$/.test(documentId);
  return `${title}-${isPlain ? documentId : markOf(`${id} ${documentId}`, 24)}${ending}`;
}

/** One file may take too long, but the service answers requests for others. */
const failsEveryDownload = (failure: BulkFailure): boolean =>
  failure.code === "not-written" ||
  (failsEveryItem(failure) &&
    !(failure.code === "service" && failure.error.name === "CmsTimeoutError"));
