import { sizedChunks } from "../foundation/chunks.ts";
import type { Json } from "../foundation/json.ts";
import { documentIdOf } from "../content/attributePositions.ts";
import { done, failed } from "../foundation/outcome.ts";
import { FileTransfer, uploadEach, type Uploads } from "../media/fileTransfer.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { EarlierRuns } from "./earlierRuns.ts";
import type { FolderFiles } from "../media/folderFiles.ts";
import type { ImportPlan } from "./importPlan.ts";
import type { ImportResultsLog } from "./importResultsLog.ts";
import type { RecordRunOptions } from "./importRun.ts";
import type { Finder } from "./referenceResolver.ts";

/** The media files that an import uploads. */
export interface MediaSource {
  readonly files: FolderFiles;
  /** The URL of the service that gets them. */
  readonly url: string;
}

const filesPerStep = 100;

/** Finds all files of a folder on a service. Writes nothing. */
export async function findFilesOf(
  { files: from, url }: MediaSource,
  to: Service,
  { uploadedFiles }: EarlierRuns,
  signal?: AbortSignal,
): BulkResult<FileTransfer> {
  const sources = new Map([...uploadedFiles].map(([fromId, toId]) => [toId, fromId]));
  const known = {
    targetOf: (fromId: string) => uploadedFiles.get(fromId),
    sourceOf: (toId: string) => sources.get(toId),
  };
  const transfer = new FileTransfer({ from, to, url, known });
  for (const ids of sizedChunks(from.ids, filesPerStep)) {
    if (signal?.aborted) return failed({ code: "declined" });
    const [failure] = await transfer.learn(ids, signal);
    if (failure) return failed(failure);
  }
  await transfer.folders.missingFor(
    transfer.files.flatMap(({ fromId, match }) => (match === "upload" ? fromId : [])),
  );
  return done(transfer);
}

/** Finds files that are in the folder, and all others as an import without files does. */
export class FolderFileFinder implements Finder<Json> {
  readonly #transfer: FileTransfer;
  readonly #others: Finder<Json>;

  constructor(transfer: FileTransfer, others: Finder<Json>) {
    this.#transfer = transfer;
    this.#others = others;
  }

  learn(values: readonly Json[], signal?: AbortSignal): BulkResult<null> {
    return this.#others.learn(
      values.filter((value) => !this.#isInFolder(value)),
      signal,
    );
  }

  find(value: Json): readonly string[] {
    return this.#isInFolder(value) ? this.#transfer.find(value) : this.#others.find(value);
  }

  #isInFolder(value: Json): boolean {
    return this.#transfer.file(documentIdOf(value)) !== undefined;
  }
}

/** Uploads the files of a plan, and remembers each of them in the results log. */
export async function uploadFiles(
  { media, files }: ImportPlan,
  log: ImportResultsLog,
  { onStage, onItem, signal }: RecordRunOptions,
): Promise<Uploads> {
  const missing = files.filter(({ toId }) => toId === undefined);
  // Without a log, another run would upload the files again.
  if (!media || missing.length === 0 || log.failure) return { results: [], isOver: false };
  onStage?.("uploading");
  const remember = ({ from, to }: { readonly from: string; readonly to: string }) =>
    log.uploaded(from, to);
  const uploads = await uploadEach(media, missing, { onItem, signal, remember });
  onStage?.("writing");
  return uploads;
}
