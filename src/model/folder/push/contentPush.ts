import type { Batches } from "../../batch/batches.ts";
import type { Draft } from "../../documents/snapshotReader.ts";
import { isObject } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ResultWords } from "../../import/earlierRuns.ts";
import type { ImportPlan } from "../../import/importPlan.ts";
import type { Imports, MatchedDocument } from "../../import/imports.ts";
import type { ResultsStore } from "../../import/recordResult.ts";
import { ResultsFile } from "../../import/resultsFile.ts";
import type { BatchDependencies } from "../../publish/publication.ts";
import type { RunDependencies } from "../../runs/batchAction.ts";
import type { BulkResult } from "../../runs/bulkFailure.ts";
import type { RunOptions } from "../../runs/run.ts";
import { withinFolder } from "../folderDisk.ts";
import { relationNameOf } from "../contentFolder.ts";
import { documentIdOnService, FolderSource } from "../folderSource.ts";
import type { SourceDocument, SourceGaps, SourceRequest, SourceType } from "../folderSource.ts";
import { ChangedFiles, type CollectOptions, type PushItem } from "./changedFiles.ts";
import { FolderRecords, sentReferences } from "./folderRecords.ts";

export interface PushDependencies extends BatchDependencies, RunDependencies {
  readonly imports: Imports;
  readonly batches: Batches;
}

/** The settings have the environment. */
export type PushRequest = SourceRequest &
  Pick<CollectOptions, "isFirst"> &
  Pick<ResultWords, "describe">;

export interface PushOptions
  extends Pick<RunOptions, "signal">, Pick<CollectOptions, "onFiles" | "confirmEarlier"> {
  readonly onType?: (name: string, index: number, total: number) => void;
  readonly onRead?: (count: number, total?: number) => void;
}

/** What a push writes. The line of an item is its position, from 1. */
export interface PushPlan extends Pick<ChangedFiles, "publishing" | "deletions" | "settled"> {
  readonly items: readonly PushItem[];
  readonly gaps: SourceGaps;
  /** Undefined if no values are sent. */
  readonly records: ImportPlan | undefined;
  /** The lines of items whose documents were deleted while the push was planned. */
  readonly gone: ReadonlySet<number>;
  /** The log of the runs that write to the environment. It tells what an interrupted one has done. */
  readonly results: ResultsFile;
  /** Whether the log tells of an earlier run, which was interrupted or left something. */
  readonly isResumed: boolean;
  readonly source: FolderSource;
  readonly request: PushRequest;
}

/** Plans what only the files of a folder changed. Writes nothing. */
export const planPush = (
  request: PushRequest,
  dependencies: PushDependencies,
  options: PushOptions,
): BulkResult<PushPlan> => withinFolder(() => planChanges(request, dependencies, options));

async function planChanges(
  request: PushRequest,
  dependencies: PushDependencies,
  { signal, onType, onRead, onFiles, confirmEarlier }: PushOptions,
): BulkResult<PushPlan> {
  const { connection, folder, environment, isFirst } = request;
  const [failure, source] = await FolderSource.open(request, dependencies, { signal });
  if (failure) return failed(failure);
  const items: PushItem[] = [];
  const known: MatchedDocument[] = [];
  const results = new ResultsFile(await folder.runsPath(environment), {
    describe: request.describe,
    places: { placeOf: (line) => ({ ...fileOf(items[line - 1]), line, format: "json" }) },
  });
  const { files, ...earlier } = await pathsInLog(results);
  const changed = new ChangedFiles({
    connection,
    folder,
    environment,
    isFirst,
    ...earlier,
    items,
    onFiles,
    confirmEarlier,
  });
  for (const [index, type] of source.types.entries()) {
    onType?.(type.service.type.name, index, source.types.length);
    const problems = [...type.problems];
    await onFiles(
      problems.map(([entry, why]) => ({
        path: folder.pathOf(entry, undefined),
        kind: "unclear",
        why,
      })),
    );
    for await (const [unread, page] of source.documents(type)) {
      if (unread) return failed(unread);
      if (signal?.aborted) return failed({ code: "declined" });
      for (const document of page) {
        await changed.addDocument(type, document);
        // With files of its own, it isn't what an interrupted push may have created.
        if (earlier.unconfirmed.size > 0) known.push(...matchedDocument(type, document));
      }
    }
    await changed.addNewFiles(type);
  }
  await changed.addEarlier();
  const { publishing, deletions, settled } = changed;
  const { gaps } = source;
  const isResumed = files.size > 0;
  const plan = { items, publishing, deletions, settled, gaps, results, isResumed, source, request };
  if (items.length === 0) return done({ ...plan, records: undefined, gone: new Set() });
  const { media, ...references } = sentReferences(items, source);
  const [unlisted] = await source.learnFilesNamed(media);
  if (unlisted) return failed(unlisted);
  const sentTypes = new Set(items.map(({ type }) => type.service.type.name));
  const matched = [...references.matched, ...known.filter(({ type }) => sentTypes.has(type))];
  const names = [...sentTypes, ...matched.map(({ type }) => type)];
  const singles = new Set(
    items.flatMap(({ type: { service } }) =>
      service.type.kind === "single" ? service.type.name : [],
    ),
  );
  const targets = [...new Set(names)].map((type) => {
    const key = singles.has(type) ? undefined : "documentId";
    const { catalog } = source.types[0]?.service ?? {};
    return { connection, type, key, relations: new Map<string, string>(), catalog };
  });
  const [unplanned, records] = await dependencies.imports.preview(
    new FolderRecords(items, source),
    targets,
    {
      ...{ results, matched, signal, onRead },
      isAsCompared: ({ line }, now) => isAsCompared(items[line - 1], now, source),
    },
  );
  if (unplanned) return failed(unplanned);
  const goneItems = records.planned.filter(({ line, intent }) => {
    const { documentId, isThere } = items[line - 1] ?? {};
    return (
      (intent.kind === "create" && documentId !== undefined) ||
      (intent.kind === "localize" && isThere === true)
    );
  });
  return done({ ...plan, records, gone: new Set(goneItems.map(({ line }) => line)) });
}

/** The document of files with a head. */
function matchedDocument(
  { service }: SourceType,
  document: SourceDocument,
): readonly MatchedDocument[] {
  const documentId = documentIdOnService(document);
  const { entry } = document;
  if (entry.heads.length === 0 || documentId === undefined) return [];
  return [{ type: service.type.name, name: relationNameOf(entry), documentId }];
}

/** The file of a localization. */
export function fileOf(item: PushItem | undefined) {
  const path = item?.files.at(-1)?.path ?? "";
  return { path, file: path };
}

/** All files in a log, those that an interrupted push may have created, and those that it has written. */
export async function pathsInLog(results: ResultsStore) {
  const files = new Set<string>();
  /** By file, the run that sent it. */
  const unconfirmed = new Map<string, string | undefined>();
  const written = new Set<string>();
  let current: string | undefined;
  for await (const line of results.lines()) {
    const { run, file, outcome = "", isAnswered } = resultIn(line);
    current = run ?? current;
    if (file === undefined) continue;
    files.add(file);
    const isWritten = /^(created|localized|changed|linked)$/.test(outcome);
    if (isWritten) written.add(file);
    // If a later run didn't send it, the outcome of the earlier run is still unknown.
    const isSettled = outcome !== "unknown" && unconfirmed.get(file) === current;
    if (outcome === "sent" && isAnswered !== true) unconfirmed.set(file, current);
    else if (outcome === "sent" || isWritten || isSettled) unconfirmed.delete(file);
  }
  return { files, unconfirmed, written };
}

function resultIn(line: string): {
  run?: string;
  file?: string;
  outcome?: string;
  isAnswered?: boolean;
} {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    // The process was killed while it wrote the line.
    return {};
  }
}

/** Whether a draft still has, of what the push sends, what the files were compared with. */
function isAsCompared(item: PushItem | undefined, now: Draft, source: FolderSource): boolean {
  return (
    item?.files.every((file) => {
      const digests = source.digestsIn(now.content, file.attributes, item.type);
      return file.names.every((name) =>
        [file.digests.get(name), file.fileDigests.get(name)].includes(digests.get(name)),
      );
    }) === true
  );
}
