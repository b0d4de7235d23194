import type { RunDependencies } from "../runs/batchAction.ts";
import { publishTogether } from "../publish/groupPublication.ts";
import { failsEveryItem, runEach } from "../runs/run.ts";
import type { ItemResult, RunOptions, Stage } from "../runs/run.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { ImportRun } from "../import/importRun.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import type { Publication } from "../publish/publication.ts";
import { singleId, type Address } from "../foundation/address.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { CompareDependencies } from "../compare/comparisonRun.ts";
import type { ComparedRow } from "../compare/comparison.ts";
import type { CopyPlan, PlannedCopy } from "./copyPlan.ts";
import { compareNow, documentKeyOf } from "./copySelection.ts";
import { CopyLog } from "./copyLog.ts";
import { CopySource, type CopyItem } from "./copySource.ts";
import type { CopyFile, UploadedFiles } from "./mediaCopy.ts";
import type { SourceRows } from "../compare/sourceRows.ts";

export type CopyStage = Stage | "uploading" | "writing" | "publishing";

export interface CopyRunOptions {
  /** The id that all journal entries of the copy share. Undo uses it. */
  readonly group: string;
  /** Cancels what was not yet sent. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each file and document of a stage, with its index from 0, and their number. */
  readonly onItem?: RunOptions["onItem"];
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

/** Runs a plan: uploads files, writes documents and relations, then publishes. */
export class CopyRun {
  readonly #plan: CopyPlan;
  readonly #dependencies: CopyRunDependencies;
  readonly #options: CopyRunOptions;
  readonly #rows: SourceRows;
  readonly #source: CopySource;
  readonly #log: CopyLog;

  constructor(
    plan: CopyPlan,
    dependencies: CopyRunDependencies,
    options: CopyRunOptions,
    rows: SourceRows,
  ) {
    this.#plan = plan;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#rows = rows;
    this.#source = new CopySource(plan.parts.items, rows);
    this.#log = new CopyLog(plan, this.#source);
  }

  async run(): Promise<CopyResult> {
    const { planned } = this.#plan;
    const uploads = await this.#upload();
    const isOver = uploads.some(
      ({ outcome, failure }) => outcome === "untried" || (failure && failsEveryUpload(failure)),
    );
    const items = isOver ? planned.map(untried) : await this.#write();
    const isCut = items.some(({ outcome }) => outcome === "untried");
    const published = isCut ? this.#plan.publishing.map(untried) : await this.#publish(items);
    const { failure } = this.#log;
    return {
      items,
      uploads,
      uploaded: this.#plan.parts.media.uploaded,
      published,
      notRemembered: failure?.code === "results-not-kept" ? failure.why : undefined,
    };
  }

  #upload(): Promise<readonly ItemResult<CopyFile>[]> {
    const { files, parts } = this.#plan;
    const { signal, onItem, onStage } = this.#options;
    const missing = files.filter(({ toId }) => toId === undefined);
    if (missing.length > 0) onStage?.("uploading");
    let isOver = false;
    const upload = async ({ fromId }: CopyFile): BulkResult<null> => {
      if (isOver) return failed({ code: "declined" });
      const outcome = await parts.media.upload(fromId, signal);
      isOver = outcome[0] !== null && failsEveryUpload(outcome[0]);
      return outcome;
    };
    return runEach(missing, upload, { signal, onItem });
  }

  async #write(): Promise<readonly ItemResult<PlannedCopy>[]> {
    const { planned, parts, connections } = this.#plan;
    const { lists } = this.#dependencies;
    this.#options.onStage?.("writing");
    const { group, signal, onItem, onLink, onStage } = this.#options;
    const run = new ImportRun(parts.records, this.#dependencies, {
      group,
      log: this.#log,
      signal,
      onItem,
      onLink,
      onStage,
      // With the documentIds of the source, both services know new documents by the same name.
      documentIdFor: ({ line }) => parts.items[line - 1]?.document.fromId,
    });
    const written = await run.run(this.#source);
    await this.#log.end();
    for (const { target } of parts.records.index.types) {
      lists.refresh({ connection: connections.to, type: target.type });
    }
    const byLine = new Map(planned.map((item) => [item.line, item]));
    return written.flatMap((result) => {
      const item = byLine.get(result.item.line);
      return item ? [{ ...result, item }] : [];
    });
  }

  /** Publishes the documents whose draft equals what the run has read from the source. */
  async #publish(
    items: readonly ItemResult<PlannedCopy>[],
  ): Promise<readonly ItemResult<CopyItem>[]> {
    const { publishing, connections, parts } = this.#plan;
    if (publishing.length === 0) return [];
    const notWritten = new Set(
      items.flatMap(({ item, outcome }) => (outcome === "done" ? [] : [item.line])),
    );
    const writtenItems = publishing.filter(({ line }) => !notWritten.has(line));
    const { onItem, onStage, signal, group } = this.#options;
    onStage?.("publishing");
    const [failure, rows] = await this.#compareNow(writtenItems);
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
      ({ item, address }) => this.#publishOne(item, address),
      this.#dependencies,
      { signal, group, onItem, onStage },
    );
    const byLine = new Map(results.map((result) => [result.item.item.line, result]));
    return publishing.map((item): ItemResult<CopyItem> => {
      const result = byLine.get(item.line);
      if (result) return { ...result, item };
      return { item, outcome: "skipped", failure: changedMeanwhile };
    });
  }

  async #compareNow(
    items: readonly CopyItem[],
  ): Promise<Outcome<ReadonlyMap<string, ComparedRow>, BulkFailure>> {
    const [failure, rows] = await compareNow(
      items.map(({ document }) => document),
      { rows: this.#rows, signal: this.#options.signal, dependencies: this.#dependencies },
    );
    if (!failure) return done(rows);
    return failed(failure.code === "no-schema" ? changedMeanwhile : failure);
  }

  /** Publishes a draft that is still equal to the source: somebody may save it meanwhile. */
  async #publishOne(item: CopyItem, address: Address): BulkResult<ChangeReport | null> {
    const { publication } = this.#dependencies;
    const { signal, group } = this.#options;
    const [previewFailure, now] = await publication.preview(address, signal);
    if (previewFailure) return failed(previewFailure);
    if (now.state === "published") return done(null);
    const [unread, rows] = await this.#compareNow([item]);
    if (unread) return failed(unread);
    const row = rows.get(documentKeyOf(item.document));
    if (!row || !isSameIn(row, item.locale)) return failed(changedMeanwhile);
    return publication.publish(address, { ...now, group }, signal);
  }
}

/** Whether no file can be uploaded, for example because the token lacks the permission. */
const failsEveryUpload = (failure: BulkFailure): boolean =>
  failsEveryItem(failure) ||
  (failure.code === "service" &&
    failure.error.name === "ForbiddenError" &&
    failure.error.method === "POST");

const changedMeanwhile = { code: "changed-meanwhile" } as const;

const untried = <T>(item: T): ItemResult<T> => ({ item, outcome: "untried" });

const isSameIn = ({ differences = [] }: ComparedRow, locale: string | undefined): boolean =>
  !differences.some((difference) => difference.locale === locale);
