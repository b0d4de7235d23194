import type { CmsFile } from "../../client/index.ts";
import { done, failed } from "../foundation/outcome.ts";
import { findFiles, readFileContent } from "../reading/fileReader.ts";
import { readFolderPaths, type FolderPath } from "../reading/folderReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { BulkResult, PlanFailure } from "../runs/bulkFailure.ts";
import type { Service } from "../schemas/catalogs.ts";
import { isElsewhere } from "./fileMatching.ts";
import type { FileSource } from "./fileSource.ts";
import type { LinkedFiles } from "./linkedFiles.ts";
import { asTemporaryFile } from "./mediaFiles.ts";

/** In kilobytes of 1,000 bytes: answers end at 256 MiB, and a download is held in memory. */
const maxKilobytes = 268_000;

/** The media files of another service. */
export class ServiceFiles implements FileSource {
  readonly #service: Service;
  readonly #url: string;
  readonly links: LinkedFiles;

  /** @param url The URL of the service. */
  constructor(service: Service, url: string, links: LinkedFiles) {
    this.#service = service;
    this.#url = url;
    this.links = links;
  }

  find(ids: readonly string[], options: ReadOptions): BulkResult<readonly CmsFile[]> {
    const keys = ids.map((documentId) => ["documentId", documentId] as const);
    return findFiles(this.#service, keys, options);
  }

  blockOf(file: CmsFile): PlanFailure | undefined {
    return blockOfDownload(file, this.#url);
  }

  async bytes(file: CmsFile, options: ReadOptions): BulkResult<Uint8Array> {
    const [failure, content] = await readFileContent(this.#service, file, options);
    return failure ? failed(failure) : done(content.bytes);
  }

  async use<T>(
    file: CmsFile,
    options: ReadOptions,
    work: (path: string) => BulkResult<T>,
  ): BulkResult<T> {
    const [failure, bytes] = await this.bytes(file, options);
    return failure ? failed(failure) : asTemporaryFile(bytes, file.name, work);
  }

  folders(ids: readonly string[]): Promise<ReadonlyMap<string, FolderPath> | undefined> {
    return readFolderPaths(this.#service, ids);
  }
}

/** Why a file of the service at `service` can't be downloaded; undefined if it can. */
export function blockOfDownload(
  { documentId: id, name, url, size }: CmsFile,
  service: string,
): PlanFailure | undefined {
  if (name === "" || url === "") return { code: "file-unreadable", id };
  if (isElsewhere(url, service)) return { code: "file-elsewhere", name };
  return size > maxKilobytes ? { code: "file-too-large", name, limit: maxKilobytes } : undefined;
}
