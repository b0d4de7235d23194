import { comparableText } from "../documents/versionDifferences.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { CopyFile } from "../media/fileTransfer.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ReadOptions } from "../reading/readOptions.ts";
import type { BeforeAndAfter } from "../runs/batchAction.ts";
import { countLeft, refuseAll, type ItemResult } from "../runs/run.ts";
import { RecordCursor, RecordIndex, type RecordEntry, type RecordType } from "./recordIndex.ts";
import {
  readIfThere,
  recordAddress,
  newDocumentContent,
  editOf,
  newLocalizationContent,
  applicable,
} from "./recordContent.ts";
import { noEarlierRuns, readEarlierRuns, type EarlierRuns } from "./earlierRuns.ts";
import { ImportResultsLog } from "./importResultsLog.ts";
import { ImportRun, type ImportDependencies, type RecordRunOptions } from "./importRun.ts";
import { matchRecords } from "./recordMatching.ts";
import type { ImportPlan, PlannedRecord, RelationKeyCounts } from "./importPlan.ts";
import { decideAll, recordPlanOf, type Decision, type PlanContext } from "./importPlanner.ts";
import { findFilesOf, FolderFileFinder, uploadFiles, type MediaSource } from "./mediaImport.ts";
import type { RecordSource, ImportTarget } from "./sourceRecord.ts";
import {
  LinkingResolver,
  ReferenceResolver,
  serviceFinders,
  type NamedTarget,
} from "./referenceResolver.ts";
import type { ResultsStore } from "./recordResult.ts";

interface PreviewOptions extends Pick<ReadOptions, "signal" | "onRead"> {
  readonly results: ResultsStore;
  /** The media files to upload, too. */
  readonly media?: MediaSource | undefined;
  /** The documents of the service that relations in the records call by a name. */
  readonly matched?: readonly MatchedDocument[];
  readonly isAsCompared?: PlanContext["isAsCompared"];
}

export interface MatchedDocument {
  /** The name of the type, which is a target of the import. */
  readonly type: string;
  readonly name: string;
  readonly documentId: string;
}

type ImportRunOptions = Omit<RecordRunOptions, "log"> & {
  readonly results: ResultsStore;
  /** Opens a log that notes more than the results. */
  readonly openLog?: (results: ResultsStore, plan: ImportPlan) => ImportResultsLog;
};

export interface ImportResult {
  readonly records: readonly ItemResult<PlannedRecord>[];
  /** The media files that were to be uploaded. Undo doesn't delete them. */
  readonly uploads: readonly ItemResult<CopyFile>[];
}

/** Previews the import of files into content types, then writes the records one by one. */
export class Imports {
  readonly #dependencies: ImportDependencies;

  constructor(dependencies: ImportDependencies) {
    this.#dependencies = dependencies;
  }

  /** The keys by which the first records of each type name the targets of relations. Writes nothing. */
  async relations(
    source: RecordSource,
    targets: readonly ImportTarget[],
    signal?: AbortSignal,
  ): BulkResult<readonly RelationKeyCounts[]> {
    const [unknown, index] = await this.#startIndex(targets, noEarlierRuns);
    if (unknown) return failed(unknown);
    const [{ service }] = index.types;
    const resolver = new ReferenceResolver(index, serviceFinders(service));
    const counts = new Map<RecordType, number>();
    const named = new Map<string, NamedTarget & { readonly type: string }>();
    for await (const item of source.records(signal)) {
      index.add(item);
      const entry = index.at(item.line);
      if (!("record" in item) || !entry) continue;
      const count = (counts.get(entry.type) ?? 0) + 1;
      counts.set(entry.type, count);
      if (count > maxSampledRecords) continue;
      const { type } = entry.type.target;
      for (const { path, lookup } of resolver.targetsNamedIn({ entry, record: item.record })) {
        const namedTarget = { type, path, lookup };
        named.set(JSON.stringify(namedTarget), namedTarget);
      }
    }
    const [failure] = await resolver.learnTargets([...named.values()], signal);
    if (failure) return failed(failure);
    const groups = groupedBy([...named.values()], ({ type, path }) => JSON.stringify([type, path]));
    return done(
      [...groups.values()].map((targetsOfPath) => {
        const [{ type, path }] = targetsOfPath;
        const byKey = [...groupedBy(targetsOfPath, ({ lookup }) => lookup.by)];
        const keys = byKey.map(([by, some]) => {
          const matches = some.filter((target) => resolver.isThere(target)).length;
          return [by, { matches, missing: some.length - matches }] as const;
        });
        return { type, path, keys: new Map(keys) };
      }),
    );
  }

  /**
   * Plans an import. Writes nothing. Matches each record, resolves its relations and files, and
   * validates the resulting document against the schema. Sources therefore need no validation of
   * their own. An invalid record doesn't affect the others. The file is read twice, and the total is
   * known in the second pass. Existing documents that earlier runs created are not created again.
   */
  async preview(
    source: RecordSource,
    targets: readonly ImportTarget[],
    { results, media: mediaSource, matched = [], isAsCompared, signal, onRead }: PreviewOptions,
  ): BulkResult<ImportPlan> {
    const past = await readEarlierRuns(results.lines(), targets);
    const [unknown, index] = await this.#startIndex(targets, past);
    if (unknown) return failed(unknown);
    for (const { type, name, documentId } of matched)
      index.addMatched(index.typeOf({ type }), name, documentId);
    let total = 0;
    for await (const item of source.records(signal)) {
      index.add(item);
      total += 1;
      if (total % 100 === 0) onRead?.(total, undefined);
    }
    if (signal?.aborted) return failed({ code: "declined" });
    const [blind] = await matchRecords(index, signal);
    if (blind) return failed(blind);
    const [{ service }] = index.types;
    const [unmatched, media] = mediaSource
      ? await findFilesOf(mediaSource, service, past, signal)
      : done(undefined);
    if (unmatched) return failed(unmatched);
    const finders = serviceFinders(service);
    const resolver = media
      ? new LinkingResolver(
          index,
          { ...finders, files: new FolderFileFinder(media, finders.files) },
          media,
        )
      : new ReferenceResolver(index, finders);
    const { documents, reader } = this.#dependencies;
    const onDecide = (count: number) => onRead?.(count, total);
    const how = { signal, onRead: onDecide, isAsCompared };
    const planning = { index, resolver, documents, reader, ...how };
    const [failure, decisions] = await decideAll(source, planning);
    if (failure) return failed(failure);
    const ignoring = index.all.filter(
      (entry) => !entry.failure && ignoresSharedFields(entry, decisions.get(entry.line)),
    );
    return done({
      ...recordPlanOf(index, resolver, decisions),
      ...{ files: media?.files ?? [], media },
      empty: index.emptyLines,
      ignoringSharedFields: ignoring.map(({ line }) => line),
      unclaimed: index.unclaimed,
    });
  }

  /** Both sides of a planned record, as read now, without relations that are added later. */
  async sides(
    source: RecordSource,
    { index, resolver }: ImportPlan,
    line: number,
  ): BulkResult<BeforeAndAfter> {
    const entry = index.at(line);
    if (!entry) return failed({ code: "gone" });
    const cursor = new RecordCursor(source, index);
    const [readFailure, record] = await cursor.at(entry);
    await cursor.close();
    if (readFailure) return failed(readFailure);
    const [unknown, resolved] = await resolver.learnAndResolve({ entry, record });
    if (unknown) return failed(unknown);
    const { service } = entry.type;
    const isNew = entry.group.documentId === undefined;
    const [blind, now] = isNew
      ? done(undefined)
      : await readIfThere(this.#dependencies.reader, recordAddress(entry));
    if (blind) return failed(blind);
    const { content } = applicable(resolved, entry, { adds: !now });
    const [flaw, edit] = isNew
      ? await newDocumentContent(resolved.content, service)
      : await (now ? editOf(now, content, entry.type) : newLocalizationContent(content, service));
    if (flaw) return failed(flaw);
    const before = now ? comparableText(now.content, service) : "";
    return done({ before, after: comparableText(edit.content, service) });
  }

  /**
   * Runs a plan in the order of the file. Skips documents that changed since the preview. Logs each
   * record before it is sent, and each result, including refused and untried records. Stops at a failure
   * that every record would have. Relations between records of the file are added last.
   */
  async run(
    source: RecordSource,
    plan: ImportPlan,
    options: ImportRunOptions,
  ): Promise<readonly ItemResult<PlannedRecord>[]> {
    const { records } = await this.runWithFiles(source, plan, options);
    return records;
  }

  /**
   * Runs a plan as `run` does, after its media files are uploaded. A file that can't be uploaded
   * concerns only the records that use it. If none can be, no record is written.
   */
  async runWithFiles(
    source: RecordSource,
    plan: ImportPlan,
    { results: store, openLog, ...options }: ImportRunOptions,
  ): Promise<ImportResult> {
    const log = openLog?.(store, plan) ?? new ImportResultsLog(store, plan);
    const { runs, lists } = this.#dependencies;
    const targets = plan.index.types.map(({ target }) => target);
    const { connection } = plan.index.types[0].target;
    const run = async (): Promise<ImportResult> => {
      await log.begin();
      const recordOptions = { ...options, log };
      const { results: uploads, isOver } = await uploadFiles(plan, {
        ...recordOptions,
        arrivalMs: runs.arrivalMs,
      });
      if (!isOver) {
        const importRun = new ImportRun(plan, this.#dependencies, recordOptions);
        return { records: await importRun.run(source), uploads };
      }
      await log.untried(plan.planned);
      return { records: plan.planned.map((item) => ({ item, outcome: "untried" })), uploads };
    };
    const [busy, result] = await runs.use(
      { group: options.group, kind: "import", connection },
      run,
      ({ records, uploads }) => countLeft([...records, ...uploads]),
    );
    for (const target of targets) lists.refresh(target);
    return busy ? { records: await refuseAll(plan.planned, busy), uploads: [] } : result;
  }

  async #startIndex(targets: readonly ImportTarget[], past: EarlierRuns): BulkResult<RecordIndex> {
    const types: RecordType[] = [];
    for (const target of targets) {
      const { connection, type } = target;
      const [unknown, service] = await this.#dependencies.catalogs.type(connection, type);
      if (unknown) return failed(unknown);
      if (service.type.localized && service.catalog.locales.length === 0)
        return failed({ code: "no-locale-list" });
      types.push({ target, service });
    }
    const [first, ...others] = types;
    if (!first) throw new Error("An import needs a type.");
    return done(new RecordIndex([first, ...others], past));
  }
}

function ignoresSharedFields(
  { shared, first, earlier }: RecordEntry,
  decisions: Decision,
): boolean {
  if (shared === undefined || (!decisions && earlier)) return false;
  return first ? first.shared !== shared : decisions?.kind === "localize";
}

const maxSampledRecords = 200;
