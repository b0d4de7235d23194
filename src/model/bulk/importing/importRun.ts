import { setTimeout as pause } from "node:timers/promises";
import { outcomeOf, runEach } from "../batch/running.ts";
import type { ItemResult, RunOptions } from "../batch/running.ts";
import { omit } from "../../foundation/json.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { BulkFailure, BulkResult } from "../bulkFailure.ts";
import { RecordWriter } from "./recordWriter.ts";
import type { ChangeDependencies } from "../../changes/changeDependencies.ts";
import type { RunDependencies } from "../batch/batchAction.ts";
import type { RecordWriterOptions, WriteOutcome } from "./recordWriter.ts";
import { RecordCursor } from "./recordIndex.ts";
import type { RecordEntry } from "./recordIndex.ts";
import { applicable } from "./deciding.ts";
import { ImportResultsLog } from "./importResultsLog.ts";
import { factsOfReport, joinReports } from "../../changes/writing/changeReport.ts";
import type { ChangeReport } from "../../changes/writing/changeReport.ts";
import type { WriteResult } from "../../changes/writing/writer.ts";
import type { Snapshot } from "../../documents/reader.ts";
import { JoinedReads } from "../../reading/joinedReads.ts";
import type { PlannedRecord, RecordPlan } from "./plan.ts";
import type { RecordSource } from "./sourceRecord.ts";
import type { ReadRecord } from "./resolving.ts";
import type { RecordResult, ResultsStore } from "./results.ts";
import { findLostCreation, Marks } from "./lostCreations.ts";

export type ImportDependencies = ChangeDependencies & RunDependencies;

export interface ImportRunOptions extends RunOptions, Omit<RecordWriterOptions, "reads"> {
  readonly results: ResultsStore;
  /** The lines of the records that the user has deselected. */
  readonly without?: ReadonlySet<number>;
  /** Called before each record whose relations are added, with its index from 0 and the total. */
  readonly onLink?: (index: number, total: number) => void;
  /** Called before each write. If its answer is lost, what is kept here tells what it wrote. */
  readonly onSend?: (sent: SentRecord) => Promise<void>;
  /** Called when the service has created a document, with its time in milliseconds. */
  readonly onAnswer?: (entry: RecordEntry, at: number) => Promise<void>;
  readonly onWritten?: (written: WrittenRecord) => Promise<void>;
  /** Called after a write of which the service did not keep all, or that could not be verified. */
  readonly onCreated?: (entry: RecordEntry) => Promise<void>;
}

export interface SentRecord {
  readonly entry: RecordEntry;
  /** `link`: adds relations to a record of this run. */
  readonly kind: PlannedRecord["intent"]["kind"];
  /** The attributes that still lack relations. */
  readonly pending: readonly string[];
}

export interface WrittenRecord extends SentRecord {
  /** The document after the write; absent if nothing was sent. */
  readonly snapshot: Snapshot | undefined;
}

/** The action on each record and the result to log; undefined if the next pass logs it. */
interface ImportPass {
  readonly act: (read: ReadRecord, item: PlannedRecord, next: () => void) => WriteOutcome;
  readonly outcomeFor: (item: PlannedRecord) => RecordResult["outcome"] | undefined;
}

/** One run of a plan. The first pass writes the records, the second adds relations between them. */
export class ImportRun {
  readonly #plan: RecordPlan;
  readonly #options: ImportRunOptions;
  readonly #writer: RecordWriter;
  readonly #resultsLog: ImportResultsLog;
  readonly #dependencies: ImportDependencies;
  readonly #marks = new Marks();
  readonly #reads = new JoinedReads();
  /** The attributes that still lack relations, by line. */
  readonly #pending = new Map<number, readonly string[]>();

  constructor(plan: RecordPlan, dependencies: ImportDependencies, options: ImportRunOptions) {
    this.#plan = plan;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#writer = new RecordWriter(plan.index, dependencies, { ...options, reads: this.#reads });
    this.#resultsLog = new ImportResultsLog(options.results, plan);
  }

  async run(source: RecordSource): Promise<readonly ItemResult<PlannedRecord>[]> {
    await this.#resultsLog.begin();
    await this.#resultsLog.writeIdle();
    const isIncluded = ({ line }: PlannedRecord) => this.#options.without?.has(line) !== true;
    const items = this.#plan.planned.filter(isIncluded);
    const written = await this.#runPass(items, source, this.#writing, this.#options);
    const untried = written.filter(({ outcome }) => outcome === "untried");
    const excluded = this.#plan.planned.filter((item) => !isIncluded(item));
    await this.#resultsLog.writeUntried([...untried.map((one) => one.item), ...excluded]);
    const waiting = written.flatMap(({ item, outcome }) =>
      outcome === "done" && this.#pending.has(item.line) ? [item] : [],
    );
    const { signal, onLink } = this.#options;
    const onItem = (index: number) => onLink?.(index, waiting.length);
    const linked =
      untried.length > 0
        ? waiting.map((item): ItemResult<PlannedRecord> => ({ item, outcome: "untried" }))
        : await this.#runPass(waiting, source, this.#linking, { signal, onItem });
    return this.#joined(written, linked);
  }

  /** A document counts as imported only if its relations were added. */
  #joined(
    written: readonly ItemResult<PlannedRecord>[],
    linked: readonly ItemResult<PlannedRecord>[],
  ): readonly ItemResult<PlannedRecord>[] {
    const byLine = new Map(linked.map((result) => [result.item.line, result]));
    return written.map((result) => {
      const { item } = result;
      const link = byLine.get(item.line);
      if (!link) return result;
      const report = joinReports([result.report, link.report].filter((one) => one !== undefined));
      if (link.outcome !== "untried") return { ...link, report };
      const paths = this.#pending.get(item.line) ?? [];
      return { item, outcome: "failed", report, failure: { code: "not-linked", paths } };
    });
  }

  /** Performs an action on records in the order of the file. */
  async #runPass(
    items: readonly PlannedRecord[],
    source: RecordSource,
    pass: ImportPass,
    options: RunOptions,
  ): Promise<readonly ItemResult<PlannedRecord>[]> {
    const cursor = new RecordCursor(source, this.#plan.index);
    const act = (item: PlannedRecord, next: () => void) => this.#runOne(item, next, cursor, pass);
    const verify = () => {
      this.#reads.start();
    };
    const results = await runEach(items, act, options, verify);
    await cursor.close();
    return results;
  }

  async #runOne(
    item: PlannedRecord,
    next: () => void,
    cursor: RecordCursor,
    { act, outcomeFor }: ImportPass,
  ): Promise<Outcome<ChangeReport | null, BulkFailure>> {
    if (this.#resultsLog.failure) return failed(this.#resultsLog.failure);
    const [unread, read] = await this.#readAt(item, cursor);
    if (unread) return this.#fail(item, unread);
    const [failure, written] = await act(read, item, next);
    if (failure) return this.#fail(item, failure);
    const pending = this.#pending.get(item.line);
    const outcome = outcomeFor(item);
    const report = written?.report;
    if (outcome) await this.#resultsLog.write(item, outcome, { pending, ...factsOfReport(report) });
    await this.#tellWritten(read.entry, item, written);
    return done(report ?? null);
  }

  async #tellWritten(
    entry: RecordEntry,
    { line, intent: { kind } }: PlannedRecord,
    written: WriteResult | null,
  ): Promise<void> {
    const { onCreated, onWritten } = this.#options;
    const pending = this.#pending.get(line) ?? [];
    if (written?.report.unverified) await onCreated?.(entry);
    else await onWritten?.({ entry, kind, pending, snapshot: written?.snapshot });
  }

  async #fail(item: PlannedRecord, failure: BulkFailure): Promise<Outcome<null, BulkFailure>> {
    await this.#resultsLog.writeFailure(item, failure);
    return failed(failure);
  }

  async #readAt(
    { line }: PlannedRecord,
    cursor: RecordCursor,
  ): Promise<Outcome<ReadRecord, BulkFailure>> {
    const entry = this.#plan.index.at(line);
    if (!entry) return failed({ code: "changed-meanwhile" });
    const [failure, record] = await cursor.at(entry);
    return failure ? failed(failure) : done({ entry, record });
  }

  readonly #writing: ImportPass = {
    outcomeFor: ({ intent }) => outcomes.get(intent.kind),
    act: async (read, { line, intent }, next) => {
      if (intent.kind === "link") {
        this.#pending.set(line, intent.names);
        return done(null);
      }
      const [unknown, resolved] = await this.#plan.resolver.learnAndResolve(read);
      if (unknown) return failed(unknown);
      const isThere = read.entry.group.documentId !== undefined;
      const { content, pending } = isThere
        ? applicable(resolved, read.entry, { adds: intent.kind === "localize" })
        : resolved;
      if (pending.length > 0) this.#pending.set(line, pending);
      await this.#options.onSend?.({ entry: read.entry, kind: intent.kind, pending });
      return intent.kind === "change"
        ? this.#writer.change(read.entry, omit(content, pending))
        : this.#create(read, content, next);
    },
  };

  async #create({ entry }: ReadRecord, content: JsonObject, next: () => void): WriteOutcome {
    const { group, type } = entry;
    if (group.hasFailed) return failed({ code: "no-document" });
    const [lost] = await this.#requireNotLost(entry, content);
    if (lost) return failed(lost);
    const [blind, mark] = await this.#marks.before(type);
    if (blind) return failed(blind);
    // The service chooses the documentId, so only this result lets a later run find the document.
    await this.#resultsLog.write(entry, "sent", { mark: mark?.rowId });
    if (this.#resultsLog.failure) return failed(this.#resultsLog.failure);
    const outcome = await this.#writer.create(entry, content, {
      mark,
      next: (at) => {
        // What the next record needs is stored first. If it can't be, the run stops there.
        void this.#noteAnswer(entry, at).finally(next);
      },
    });
    group.hasFailed = group.documentId === undefined;
    const [failure] = outcome;
    if (failure && outcomeOf(failure) === "failed") await this.#keepPartial(entry, failure);
    return outcome;
  }

  /** Notes the documentId of a document that is not verified yet. */
  async #noteAnswer(entry: RecordEntry, at: number): Promise<void> {
    await this.#resultsLog.write(entry, "sent", { isAnswered: true });
    await this.#options.onAnswer?.(entry, at);
  }

  /** The service may have created a document whose write failed. No other run must create it again. */
  async #keepPartial(entry: RecordEntry, { code }: BulkFailure): Promise<void> {
    if (!entry.group.created.has(entry.locale ?? "")) return;
    const pending = this.#pending.get(entry.line);
    await this.#resultsLog.write(entry, "created", { isPartial: true, pending });
    // Without a part that the service lost, the document is not what the run began to write.
    if (code === "not-kept") await this.#options.onCreated?.(entry);
  }

  /**
   * A request of a run that was killed may arrive after the preview looked for its document. Waits
   * until it no longer can, and looks again. Each write looks for a document with the key itself.
   */
  async #requireNotLost(entry: RecordEntry, content: JsonObject): BulkResult<null> {
    if (entry.earlier?.isDone !== false) return done(null);
    const { index } = this.#plan;
    const { signal, onStage } = this.#options;
    onStage?.("settling");
    const waitMs = index.openedAt + this.#dependencies.runs.arrivalMs - performance.now();
    await pause(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) return failed({ code: "declined" });
    const [unclear, documentId] = await findLostCreation(entry, content, { index, signal });
    if (unclear) return failed(unclear);
    return documentId === undefined ? done(null) : failed({ code: "changed-meanwhile" });
  }

  readonly #linking: ImportPass = {
    outcomeFor: () => "linked",
    act: async (read, { line }) => {
      const names = this.#pending.get(line) ?? [];
      const [unknown, resolved] = await this.#plan.resolver.learnAndResolve(read);
      if (unknown) return failed(unknown);
      const { content, pending: paths } = resolved;
      if (paths.length > 0) return failed({ code: "not-linked", paths });
      await this.#options.onSend?.({ entry: read.entry, kind: "link", pending: [] });
      const outcome = await this.#writer.link(read.entry, content, names);
      if (!outcome[0]) this.#pending.delete(line);
      return outcome;
    },
  };
}

const outcomes = new Map<PlannedRecord["intent"]["kind"], RecordResult["outcome"]>([
  ["create", "created"],
  ["localize", "localized"],
  ["change", "changed"],
]);
