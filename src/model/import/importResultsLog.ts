import { randomUUID } from "node:crypto";
import { sizedChunks } from "../foundation/chunks.ts";
import { outcomeOf } from "../runs/run.ts";
import { factsOfReport } from "../writing/changeReport.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import { isNextRun } from "./earlierRuns.ts";
import type { RecordLog, SentRecord, WrittenRecord } from "./importRun.ts";
import type { PlannedRecord, RecordPlan } from "./importPlan.ts";
import type { RecordEntry } from "./recordIndex.ts";
import type { FileResult, RecordResult, ResultLine, ResultsStore } from "./recordResult.ts";

export class ImportResultsLog implements RecordLog {
  readonly #results: ResultsStore;
  readonly #plan: RecordPlan;
  /** The attributes that still lack relations, of each document that is being created. */
  readonly #creating = new Map<number, readonly string[]>();
  failure: BulkFailure | undefined;

  constructor(results: ResultsStore, plan: RecordPlan) {
    this.#results = results;
    this.#plan = plan;
  }

  /**
   * Notes the start of a run, and the results of records that need no action. Two runs must not use
   * the same results log at once, because each document would be created twice.
   */
  async begin(): Promise<void> {
    const { planned, refused, unchanged, index } = this.#plan;
    const [{ target }] = index.types;
    const type = index.types.map((recordType) => recordType.target.type).join(", ");
    const { connection } = target;
    const started = { run: randomUUID(), at: new Date().toISOString(), connection, type };
    await this.#append(started);
    if (this.failure) return;
    const isOurs = await isNextRun(started, index.earlierRuns.lineCount, this.#results.lines());
    if (!isOurs) this.failure = { code: "another-run" };
    const intents = new Map(planned.map(({ line, intent }) => [line, intent]));
    // The documents that the preview found although an earlier run didn't confirm them.
    const foundAgain = index.all.filter(
      ({ earlier, failure, group, locale = "" }) =>
        !failure &&
        earlier?.isDone === false &&
        earlier.isEdited !== true &&
        group.created.has(locale),
    );
    const foundLines = foundAgain.flatMap(({ line }) => {
      const intent = intents.get(line);
      if (!intent) return this.#lineOf(line, "created");
      // A planned change means that the document doesn't have the record's values yet.
      return intent.kind === "link" ? this.#lineOf(line, "created", { pending: intent.names }) : [];
    });
    await this.#writeAll([
      ...foundLines,
      ...refused.map(({ line, failure }) => this.#failedLineOf(line, failure)),
      ...unchanged.map((line) => this.#lineOf(line, "unchanged")),
    ]);
  }

  /** Only what an import creates can't be found again without its results. */
  async sent({ entry, kind, pending, mark }: SentRecord): Promise<void> {
    if (kind !== "create" && kind !== "localize") return;
    this.#creating.set(entry.line, pending);
    await this.#append(this.#lineOf(entry.line, "sent", { mark }));
  }

  answered(entry: RecordEntry): Promise<void> {
    return this.#append(this.#lineOf(entry.line, "sent", { isAnswered: true }));
  }

  async written({ entry, kind, pending, written }: WrittenRecord): Promise<void> {
    this.#creating.delete(entry.line);
    // A later step of the run adds the relations.
    if (kind === "link" && pending.length > 0) return;
    const facts = { ...(pending.length > 0 && { pending }), ...factsOfReport(written?.report) };
    await this.#append(this.#lineOf(entry.line, outcomes[kind], facts));
  }

  async failed(item: PlannedRecord, failure: BulkFailure): Promise<void> {
    const pending = this.#creating.get(item.line);
    this.#creating.delete(item.line);
    const failedLine = this.#failedLineOf(item.line, failure);
    const { group, locale = "" } = this.#plan.index.at(item.line) ?? {};
    const isPartial =
      pending && failedLine.outcome === "failed" && group?.created.has(locale) === true;
    // No other run must create the document again.
    if (isPartial) await this.#append(this.#lineOf(item.line, "created", { isPartial, pending }));
    await this.#append(failedLine);
  }

  /** Notes the upload of a file. Returns why that failed, if it did. */
  async noteFile(result: FileResult): Promise<string | undefined> {
    await this.#append(result);
    return this.failure?.code === "results-not-kept" ? this.failure.why : undefined;
  }

  untried(items: readonly PlannedRecord[]): Promise<void> {
    return this.#writeAll(items.map(({ line }) => this.#lineOf(line, "untried")));
  }

  async #writeAll(lines: readonly RecordResult[]): Promise<void> {
    for (const chunk of sizedChunks(lines, maxLinesPerWrite)) await this.#append(...chunk);
  }

  #failedLineOf(line: number, failure: BulkFailure): RecordResult {
    const outcome = outcomeOf(failure);
    return this.#lineOf(line, outcome === "done" ? "failed" : outcome, { failure });
  }

  #lineOf(
    line: number,
    outcome: RecordResult["outcome"],
    more: Omit<RecordResult, "line" | "outcome"> = {},
  ): RecordResult {
    const { name, source, locale, group } = this.#plan.index.at(line) ?? {};
    const record = name === "" ? undefined : name;
    return { line, record, source, locale, documentId: group?.documentId, outcome, ...more };
  }

  async #append(...lines: readonly ResultLine[]): Promise<void> {
    if (this.failure) return;
    const why = await this.#results.append(...lines);
    if (why !== undefined) this.failure = { code: "results-not-kept", why };
  }
}

const maxLinesPerWrite = 500;

const outcomes = {
  create: "created",
  localize: "localized",
  change: "changed",
  link: "linked",
} as const;
