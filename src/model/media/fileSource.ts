import type { CmsFile } from "../../client/index.ts";
import type { FolderPath } from "../reading/folderReader.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { BulkResult, PlanFailure } from "../runs/bulkFailure.ts";
import type { LinkedFiles } from "./linkedFiles.ts";

/** Where media files come from: another service, or the folder of an export. */
export interface FileSource {
  /** The files to which links in texts lead. */
  readonly links: LinkedFiles;
  /** The files with these documentIds that exist. */
  find(ids: readonly string[], options: ReadOptions): BulkResult<readonly CmsFile[]>;
  /** Why a file can't be read; undefined if it can. */
  blockOf(file: CmsFile): PlanFailure | undefined;
  bytes(file: CmsFile, options: ReadOptions): BulkResult<Uint8Array>;
  /** Calls `work` with the path of a file that has the bytes, and that may be deleted afterwards. */
  use<T>(file: CmsFile, options: ReadOptions, work: (path: string) => BulkResult<T>): BulkResult<T>;
  /** The folders of files by documentId; undefined if they are unknown. */
  folders(ids: readonly string[]): Promise<ReadonlyMap<string, FolderPath> | undefined>;
}
