import { setTimeout as pause } from "node:timers/promises";
import { sizedChunks } from "../foundation/chunks.ts";
import type { Json } from "../foundation/json.ts";
import { documentIdOf } from "../content/attributePositions.ts";
import { done, failed } from "../foundation/outcome.ts";
import { FileTransfer, uploadEach, type CopyFile, type Uploads } from "../media/fileTransfer.ts";
import { readLargestFileId } from "../reading/fileReader.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import { refuseAll } from "../runs/run.ts";
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
  { files: { uploaded, unconfirmed } }: EarlierRuns,
  signal?: AbortSignal,
): BulkResult<FileTransfer> {
  const sources = new Map([...uploaded].map(([fromId, toId]) => [toId, fromId]));
  const known = {
    targetOf: (fromId: string) => uploaded.get(fromId),
    sourceOf: (toId: string) => sources.get(toId),
    sentAfter: (fromId: string) => unconfirmed.get(fromId),
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

interface UploadOptions extends Pick<RecordRunOptions, "onStage" | "onItem" | "signal"> {
  readonly log: ImportResultsLog;
  /** How long a request of a killed process may take to arrive, in milliseconds. */
  readonly arrivalMs: number;
}

/**
 * Uploads the files of a plan, and notes each of them in the results log. A request of a run that
 * was killed may store its file after the plan looked for it. So such files come last, when the
 * request can no longer arrive, and are looked for again.
 */
export async function uploadFiles(
  { media, files, index }: ImportPlan,
  { log, arrivalMs, onStage, onItem, signal }: UploadOptions,
): Promise<Uploads> {
  const missing = files.filter(({ toId }) => toId === undefined);
  // Without a log, another run would upload the files again.
  if (!media || missing.length === 0 || log.failure) return { results: [], isOver: false };
  onStage?.("uploading");
  const [blind, mark] = await readLargestFileId(index.types[0].service, { signal });
  if (blind) return { results: await refuseAll(missing, blind), isOver: true };
  const isCertain = ({ fromId }: CopyFile) => !index.earlierRuns.files.unconfirmed.has(fromId);
  const certain = missing.filter(isCertain);
  const ordered = [...certain, ...missing.filter((file) => !isCertain(file))];
  const settle = async (): Promise<void> => {
    onStage?.("settling");
    const waitMs = index.openedAt + arrivalMs - performance.now();
    await pause(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
    onStage?.("uploading");
  };
  const uploads = await uploadEach(media, ordered, {
    signal,
    onItem: async (at, total) => {
      if (at === certain.length) await settle();
      await onItem?.(at, total);
    },
    log: {
      sending: (fromId) => log.noteFile({ media: fromId, outcome: "sent", mark }),
      uploaded: ({ from, to }) =>
        log.noteFile({ media: from, outcome: "uploaded", documentId: to }),
      rejected: async (fromId) => {
        await log.noteFile({ media: fromId, outcome: "failed" });
      },
    },
  });
  onStage?.("writing");
  return uploads;
}
