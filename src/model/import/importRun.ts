import { setTimeout as pause } from "node:timers/promises";
import { failsEveryItem, runEach, type ItemResult, type RunOptions } from "../runs/run.ts";
import { isSameValue } from "../content/equality.ts";
import { omit, type JsonObject, ownIn } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { BulkFailure, BulkResult } from "../runs/bulkFailure.ts";
import { RecordWriter, type RecordWriterOptions, type WriteOutcome } from "./recordWriter.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { RunDependencies } from "../runs/batchAction.ts";
import { RecordCursor } from "./recordIndex.ts";
import type { RecordEntry, RecordGroup, RecordType } from "./recordIndex.ts";
import { applicable } from "./recordContent.ts";
import { joinReports, type ChangeReport } from "../writing/changeReport.ts";
import type { WriteResult } from "../writing/writer.ts";
import type { PlannedRecord, RecordPlan } from "./importPlan.ts";
import type { RecordSource } from "./sourceRecord.ts";
import type { ReadRecord } from "./referenceResolver.ts";
import { findLostCreation, Marks } from "./lostCreations.ts";
import { JoinedReads } from "../reading/documentReader.ts";

export type ImportDependencies = ChangeDependencies & RunDependencies;

export interface RecordRunOptions
  extends Omit<RunOptions, "group">, Omit<RecordWriterOptions, "reads"> {
  readonly log: RecordLog;
  /** The lines of deselected records. */
  readonly without?: ReadonlySet<number> | undefined;
  /** Called before each record whose relations are added, with its index from 0 and the total. */
  readonly onLink?: RunOptions["onItem"];
}

/** What a run notes, so that a later run neither loses nor doubles what an interrupted one wrote. */
export interface RecordLog {
  /** Why nothing can be noted any more. Then the run stops. */
  readonly failure: BulkFailure | undefined;
  /** Called before anything is sent, and before the run. */
  begin(): Promise<void>;
  /** Called before each write. What creates a document must be known even after a power failure. */
  sent(sent: SentRecord): Promise<void>;
  /** The service has answered with a new document, which is not verified yet. `at`: its time in milliseconds. */
  answered(entry: RecordEntry, at: number): Promise<void>;
  written(written: WrittenRecord): Promise<void>;
  /** The service may have created the document nevertheless: then the record's group knows it. */
  failed(item: PlannedRecord, failure: BulkFailure): Promise<void>;
  untried(items: readonly PlannedRecord[]): Promise<void>;
}

export interface SentRecord {
  readonly entry: RecordEntry;
  /** `link`: adds relations to a record of this run. */
  readonly kind: PlannedRecord["intent"]["kind"];
  /** The attributes that still lack relations. */
  readonly pending: readonly string[];
  /** For a document that is created: the largest row id of its type before. */
  readonly mark?: number | undefined;
}

export interface WrittenRecord extends SentRecord {
  /** Null if nothing was sent. */
  readonly written: WriteResult | null;
}

interface RecordPass {
  /** `next` lets the next record begin. It is prepared while earlier ones are written. */
  readonly act: (read: ReadRecord, item: PlannedRecord, next: () => void) => WriteOutcome;
  /** Absent for what the plan intends with the record. */
  readonly kind?: SentRecord["kind"];
}

/** One run of a plan, whose steps its log notes. The first pass writes the records, the second adds relations between them. */
export class ImportRun {
  readonly #plan: RecordPlan;
  readonly #options: RecordRunOptions;
  readonly #writer: RecordWriter;
  readonly #log: RecordLog;
  readonly #dependencies: ImportDependencies;
  readonly #marks = new Marks();
  readonly #reads = new JoinedReads();
  /** The documents that the service is creating, until it has answered. */
  readonly #creating = new Map<RecordGroup, Creating>();
  #isOver = false;
  /** The attributes that still lack relations, by line. */
  readonly #pending = new Map<number, readonly string[]>();

  constructor(plan: RecordPlan, dependencies: ImportDependencies, options: RecordRunOptions) {
    this.#plan = plan;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#writer = new RecordWriter(plan.index, dependencies, { ...options, reads: this.#reads });
    this.#log = options.log;
  }

  async run(source: RecordSource): Promise<readonly ItemResult<PlannedRecord>[]> {
    const isIncluded = ({ line }: PlannedRecord) => this.#options.without?.has(line) !== true;
    const items = this.#plan.planned.filter(isIncluded);
    const results = await this.#runPass(items, source, this.#writing, this.#options);
    const untried = results.filter(({ outcome }) => outcome === "untried");
    const excluded = this.#plan.planned.filter((item) => !isIncluded(item));
    await this.#log.untried([...untried.map((result) => result.item), ...excluded]);
    const waiting = results.flatMap(({ item, outcome }) =>
      outcome === "done" && this.#pending.has(item.line) ? [item] : [],
    );
    const { signal, onLink: onItem } = this.#options;
    const linked =
      untried.length > 0
        ? waiting.map((item): ItemResult<PlannedRecord> => ({ item, outcome: "untried" }))
        : await this.#runPass(waiting, source, this.#linking, { signal, onItem });
    const linkedByLine = new Map(linked.map((result) => [result.item.line, result]));
    // A document counts as imported only if its relations were added.
    return results.map((result) => {
      const { item } = result;
      const link = linkedByLine.get(item.line);
      if (!link) return result;
      const report = joinReports(
        [result.report, link.report].filter((passReport) => passReport !== undefined),
      );
      if (link.outcome !== "untried") return { ...link, report };
      const paths = this.#pending.get(item.line) ?? [];
      return { item, outcome: "failed", report, failure: { code: "not-linked", paths } };
    });
  }

  /** Performs an action on records in the order of the file. */
  async #runPass(
    items: readonly PlannedRecord[],
    source: RecordSource,
    pass: RecordPass,
    options: RunOptions,
  ): Promise<readonly ItemResult<PlannedRecord>[]> {
    const { index } = this.#plan;
    const cursor = new RecordCursor(source, index);
    const act = async (item: PlannedRecord, next: () => void): BulkResult<ChangeReport | null> => {
      if (this.#log.failure) return failed(this.#log.failure);
      const entry = index.at(item.line);
      if (!entry) return this.#fail(item, { code: "changed-meanwhile" });
      const [readFailure, record] = await cursor.at(entry);
      if (readFailure) return this.#fail(item, readFailure);
      const [failure, written] = await pass.act({ entry, record }, item, next);
      if (failure) return this.#fail(item, failure);
      const pending = this.#pending.get(item.line) ?? [];
      await this.#log.written({ entry, kind: pass.kind ?? item.intent.kind, pending, written });
      return done(written?.report ?? null);
    };
    const results = await runEach(items, act, options, (isLast) => this.#reads.start(isLast));
    await cursor.close();
    return results;
  }

  async #fail(item: PlannedRecord, failure: BulkFailure): BulkResult<null> {
    // What was not tried is noted at the end.
    if (failure.code !== "declined") await this.#log.failed(item, failure);
    return failed(failure);
  }

  /** Notes a write before it is sent. If it can't be noted, it must not be sent. */
  async #noteSent(sent: SentRecord): BulkResult<null> {
    await this.#log.sent(sent);
    return this.#log.failure ? failed(this.#log.failure) : done(null);
  }

  readonly #writing: RecordPass = {
    act: async (read, item, next) => {
      const { line, intent } = item;
      if (intent.kind === "link") {
        this.#pending.set(line, intent.names);
        return done(null);
      }
      await this.#untilTargetsExist(read, item);
      if (this.#isStopped()) return failed({ code: "declined" });
      const [unknown, resolved] = await this.#plan.resolver.learnAndResolve(read);
      if (unknown) return failed(unknown);
      const isThere = read.entry.group.documentId !== undefined;
      const { content, pending } = isThere
        ? applicable(resolved, read.entry, { adds: intent.kind === "localize" })
        : resolved;
      if (pending.length > 0) this.#pending.set(line, pending);
      const sent = { entry: read.entry, kind: intent.kind, pending };
      if (intent.kind !== "change") return this.#create(sent, content, next);
      const [unnoted] = await this.#noteSent(sent);
      return unnoted ? failed(unnoted) : this.#writer.change(read.entry, omit(content, pending));
    },
  };

  /** Whether a record that was prepared must not be sent any more. */
  #isStopped(): boolean {
    return this.#isOver || this.#options.signal?.aborted === true;
  }

  /** Waits for the documents that are being created, if the record needs their documentIds. */
  async #untilTargetsExist(read: ReadRecord, { intent }: PlannedRecord): Promise<void> {
    const { index, resolver } = this.#plan;
    const targets = () =>
      resolver.targetsNamedIn(read).flatMap(({ lookup }) => index.groupsNamed(lookup));
    const needed = intent.kind === "create" ? [read.entry.group, ...targets()] : undefined;
    const awaited = [...this.#creating].filter(([group]) => needed?.includes(group) ?? true);
    await Promise.all(awaited.map(([, { ended }]) => ended));
  }

  /**
   * Waits until fewer than two documents are being created, and none that could be taken for this
   * one: if both answers are lost, only the content tells which one the service has created.
   */
  async #untilFree(type: RecordType, content: JsonObject): Promise<void> {
    const isFree = () => {
      const others = [...this.#creating.values()];
      return others.length < 2 && others.every((other) => isToldApart({ type, content }, other));
    };
    while (!isFree()) await Promise.race([...this.#creating.values()].map(({ ended }) => ended));
  }

  async #create(sent: SentRecord, content: JsonObject, next: () => void): WriteOutcome {
    const { entry } = sent;
    const { group, type } = entry;
    if (group.hasFailed) return failed({ code: "no-document" });
    const [lost] = await this.#requireNotLost(entry, content);
    if (lost) return failed(lost);
    let resolveEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      resolveEnded = resolve;
    });
    const end = () => {
      // Another locale of the document may be under way by now.
      if (this.#creating.get(group)?.ended === ended) this.#creating.delete(group);
      resolveEnded();
    };
    const creating = this.#writer.create(entry, content, {
      begin: async () => {
        await this.#untilFree(type, content);
        if (this.#isStopped()) return failed({ code: "declined" });
        this.#creating.set(group, { type, content, ended });
        const [blind, mark] = await this.#marks.before(type);
        if (blind) return failed(blind);
        // The service chooses the documentId, so only the log lets a later run find the document.
        const [unnoted] = await this.#noteSent({ ...sent, mark: mark?.rowId });
        return unnoted ? failed(unnoted) : done(mark);
      },
      // The next record is prepared while the service creates this one.
      onSend: () => setImmediate(next),
      onAnswer: (at) => {
        // What the next record needs is stored first. If it can't be, the run stops there.
        void this.#log.answered(entry, at).finally(end);
      },
    });
    try {
      const outcome = await creating;
      group.hasFailed = group.documentId === undefined;
      this.#isOver ||= outcome[0] !== null && failsEveryItem(outcome[0]);
      return outcome;
    } finally {
      end();
    }
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

  readonly #linking: RecordPass = {
    kind: "link",
    act: async (read, { line }) => {
      const names = this.#pending.get(line) ?? [];
      const [unknown, resolved] = await this.#plan.resolver.learnAndResolve(read);
      if (unknown) return failed(unknown);
      const { content, pending: paths } = resolved;
      if (paths.length > 0) return failed({ code: "not-linked", paths });
      const [unnoted] = await this.#noteSent({ entry: read.entry, kind: "link", pending: [] });
      if (unnoted) return failed(unnoted);
      const outcome = await this.#writer.link(read.entry, content, names);
      if (!outcome[0]) this.#pending.delete(line);
      return outcome;
    },
  };
}

interface Creating {
  readonly type: RecordType;
  readonly content: JsonObject;
  readonly ended: Promise<void>;
}

/** Whether an attribute that both records have differs, so that no document fits both. */
const isToldApart = ({ type, content }: Omit<Creating, "ended">, other: Creating): boolean =>
  type !== other.type ||
  Object.entries(content).some(([name, value]) => {
    const attribute = type.service.type.attributes.get(name);
    const isInBoth = attribute !== undefined && Object.hasOwn(other.content, name);
    return (
      isInBoth && !isSameValue(attribute, value, ownIn(other.content, name), type.service.catalog)
    );
  });
