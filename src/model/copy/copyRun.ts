import type { RunDependencies } from "../runs/batchAction.ts";
import { publishTogether } from "../publish/groupPublication.ts";
import type { ItemResult, RunOptions, Stage } from "../runs/run.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import { ImportRun } from "../import/importRun.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import type { Publication } from "../publish/publication.ts";
import { singleId, type Address } from "../foundation/address.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { CompareDependencies } from "../compare/comparisonRun.ts";
import type { ComparedRow } from "../compare/comparison.ts";
import type { CopyPlan, PlannedCopy } from "./copyPlan.ts";
import { compareNow, documentKeyOf } from "./copySelection.ts";
import { CopyLog } from "./copyLog.ts";
import { CopySource, type CopyItem } from "./copySource.ts";
import { uploadEach } from "../media/fileTransfer.ts";
import type { CopyFile, UploadedFiles, Uploads } from "../media/fileTransfer.ts";
import type { SourceRows } from "../compare/sourceRows.ts";

export type CopyStage = Stage | "publishing";

export interface CopyRunOptions extends Omit<RunOptions, "group" | "onStage"> {
  /** The id that all journal entries of the copy share. Undo uses it. */
  readonly group: string;
  /** Called before relations are added to a document. */
  readonly onLink?: RunOptions["onItem"];
  readonly onStage?: (stage: CopyStage) => void;
}

export interface CopyResult {
  /** One result for each planned document. */
  readonly items: readonly ItemResult<PlannedCopy>[];
  /** The files to upload. Undo does not delete them. */
  readonly uploads: readonly ItemResult<CopyFile>[];
  readonly uploaded: UploadedFiles;
  readonly published: readonly ItemResult<CopyItem>[];
  /** Why the matching documents could not be remembered; absent on success. */
  readonly notRemembered: string | undefined;
}

export interface CopyRunDependencies
  extends ChangeDependencies, CompareDependencies, RunDependencies {
  readonly publication: Publication;
}

interface CopyRun {
  readonly plan: CopyPlan;
  readonly rows: SourceRows;
  readonly dependencies: CopyRunDependencies;
  readonly options: CopyRunOptions;
}

/** Runs a plan: uploads files, writes documents and relations, then publishes. */
export async function runCopy(run: CopyRun): Promise<CopyResult> {
  const { plan, rows } = run;
  const { planned, publishing, parts } = plan;
  const source = new CopySource(parts.items, rows);
  const log = new CopyLog(plan, source);
  const { results: uploads, isOver } = await upload(run);
  const items = isOver ? planned.map(untried) : await write(run, source, log);
  const isCut = items.some(({ outcome }) => outcome === "untried");
  const published = isCut ? publishing.map(untried) : await publish(run, items);
  const notRemembered = log.failure?.code === "results-not-kept" ? log.failure.why : undefined;
  return { items, uploads, uploaded: parts.media.uploaded, published, notRemembered };
}

function upload({ plan, options }: CopyRun): Promise<Uploads> {
  const missing = plan.files.filter(({ toId }) => toId === undefined);
  if (missing.length > 0) options.onStage?.("uploading");
  const { media, types } = plan.parts;
  const { onItem, signal } = options;
  return uploadEach(media, missing, {
    ...{ onItem, signal },
    log: {
      // The next plan finds a file whose answer was lost by its name and bytes.
      sending: () => Promise.resolve(undefined),
      uploaded: (ids) => types.pairs.rememberMedia(ids),
      rejected: () => Promise.resolve(),
    },
  });
}

async function write(
  { plan, dependencies, options }: CopyRun,
  source: CopySource,
  log: CopyLog,
): Promise<readonly ItemResult<PlannedCopy>[]> {
  const { planned, parts, connections } = plan;
  options.onStage?.("writing");
  const run = new ImportRun(parts.records, dependencies, {
    ...options,
    log,
    // With the documentIds of the source, both services know new documents by the same name.
    documentIdFor: ({ line }) => parts.items[line - 1]?.document.fromId,
  });
  await log.begin();
  const written = await run.run(source);
  await log.end();
  for (const { target } of parts.records.index.types) {
    dependencies.lists.refresh({ connection: connections.to, type: target.type });
  }
  const byLine = new Map(planned.map((item) => [item.line, item]));
  return written.flatMap((result) => {
    const item = byLine.get(result.item.line);
    return item ? [{ ...result, item }] : [];
  });
}

/** Publishes the documents whose draft equals what the run has read from the source. */
async function publish(
  run: CopyRun,
  items: readonly ItemResult<PlannedCopy>[],
): Promise<readonly ItemResult<CopyItem>[]> {
  const { plan, dependencies, options } = run;
  const { publishing, connections, parts } = plan;
  if (publishing.length === 0) return [];
  const notWritten = new Set(
    items.flatMap(({ item, outcome }) => (outcome === "done" ? [] : [item.line])),
  );
  const writtenItems = publishing.filter(({ line }) => !notWritten.has(line));
  options.onStage?.("publishing");
  const [failure, rows] = await compareItems(writtenItems, run);
  if (failure) return publishing.map((item) => ({ item, outcome: "failed", failure }));
  const equal = writtenItems.flatMap((item) => {
    const { document, locale } = item;
    const row = rows.get(documentKeyOf(document));
    const type = parts.types.of(document.type)?.to.type;
    if (!type || row?.toId === undefined || !isSameIn(row, locale)) return [];
    const id = type.kind === "single" ? singleId : row.toId;
    const address = { connection: connections.to, type: type.name, id };
    return { item, address: { ...address, ...(locale && { locale }) } };
  });
  const results = await publishTogether(
    equal,
    ({ item, address }) => publishOne(item, address, run),
    dependencies,
    options,
  );
  const byLine = new Map(results.map((result) => [result.item.item.line, result]));
  return publishing.map((item): ItemResult<CopyItem> => {
    const result = byLine.get(item.line);
    if (result) return { ...result, item };
    return { item, outcome: "skipped", failure: changedMeanwhile };
  });
}

async function compareItems(
  items: readonly CopyItem[],
  { rows, dependencies, options: { signal } }: CopyRun,
): BulkResult<ReadonlyMap<string, ComparedRow>> {
  const documents = items.map(({ document }) => document);
  const outcome = await compareNow(documents, { rows, signal, dependencies });
  return outcome[0]?.code === "no-schema" ? failed(changedMeanwhile) : outcome;
}

/** Publishes a draft that is still equal to the source: somebody may save it meanwhile. */
async function publishOne(
  item: CopyItem,
  address: Address,
  run: CopyRun,
): BulkResult<ChangeReport | null> {
  const { publication } = run.dependencies;
  const { signal, group } = run.options;
  const [previewFailure, now] = await publication.preview(address, signal);
  if (previewFailure) return failed(previewFailure);
  if (now.state === "published") return done(null);
  const [unread, rows] = await compareItems([item], run);
  if (unread) return failed(unread);
  const row = rows.get(documentKeyOf(item.document));
  if (!row || !isSameIn(row, item.locale)) return failed(changedMeanwhile);
  return publication.publish(address, { ...now, group }, signal);
}

const changedMeanwhile = { code: "changed-meanwhile" } as const;

const untried = <T>(item: T): ItemResult<T> => ({ item, outcome: "untried" });

const isSameIn = ({ differences = [] }: ComparedRow, locale: string | undefined): boolean =>
  !differences.some((difference) => difference.locale === locale);
