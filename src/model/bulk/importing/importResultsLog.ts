import { randomUUID } from "node:crypto";
import { outcomeOf } from "../batch/running.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import { isNextRun } from "./earlierRuns.ts";
import type { ImportPlan, PlannedRecord } from "./plan.ts";
import type { RecordEntry } from "./recordIndex.ts";
import type { RecordResult, ResultsStore, RunStarted } from "./results.ts";

/** Keeps what becomes of records. Where that fails, nothing more may be done. */
export class ImportResultsLog {
  readonly #results: ResultsStore;
  readonly #plan: ImportPlan;
  /** Why no result can be kept any more. */
  failure: BulkFailure | undefined;

  constructor(results: ResultsStore, plan: ImportPlan) {
    this.#results = results;
    this.#plan = plan;
  }

  /**
   * Says that a run begins, before anything is sent. No two go by the same results at once: they would make
   * everything twice.
   */
  async begin(): Promise<void> {
    const { target, index } = this.#plan;
    const { connection, type } = target;
    const started = { run: randomUUID(), at: new Date().toISOString(), connection, type };
    await this.#append(started);
    if (this.failure) return;
    const isOurs = await isNextRun(started, index.earlierRuns.lineCount, this.#results.lines());
    if (!isOurs) this.failure = { code: "another-import" };
  }

  /** What becomes of a record. */
  write(
    item: RecordLine,
    outcome: RecordResult["outcome"],
    more: ResultDetails = {},
  ): Promise<void> {
    return this.#append(this.#lineOf(item, outcome, more));
  }

  /** Why nothing was done. */
  writeFailure(item: RecordLine, failure: BulkFailure): Promise<void> {
    return this.#append(this.#failedLineOf(item, failure));
  }

  /** What nothing is to be done for, and what was found that nobody knew of. */
  async writeIdle(): Promise<void> {
    const { planned, refused, unchanged, index } = this.#plan;
    const intents = new Map(planned.map(({ line, intent }) => [line, intent]));
    const found = index.all.filter(isFoundAgain).flatMap((one) => {
      const intent = intents.get(one.line);
      if (!intent) return this.#lineOf(one, "created");
      // What is to be changed does not yet say what the record says.
      return intent.kind === "link" ? this.#lineOf(one, "created", { pending: intent.names }) : [];
    });
    await this.#writeAll([
      ...found,
      ...refused.map((one) => this.#failedLineOf(one, one.failure)),
      ...unchanged.map((line) => this.#lineOf({ line }, "unchanged")),
    ]);
  }

  /** What had no turn. */
  writeUntried(items: readonly RecordLine[]): Promise<void> {
    return this.#writeAll(items.map((item) => this.#lineOf(item, "untried")));
  }

  async #writeAll(lines: readonly RecordResult[]): Promise<void> {
    for (let from = 0; from < lines.length; from += maxLinesPerWrite) {
      await this.#append(...lines.slice(from, from + maxLinesPerWrite));
    }
  }

  #failedLineOf(item: RecordLine, failure: BulkFailure): RecordResult {
    const outcome = outcomeOf(failure);
    return this.#lineOf(item, outcome === "done" ? "failed" : outcome, { failure });
  }

  #lineOf(
    { line }: RecordLine,
    outcome: RecordResult["outcome"],
    more: ResultDetails = {},
  ): RecordResult {
    return { line, ...factsOf(this.#plan.index.at(line)), outcome, ...more };
  }

  async #append(...lines: readonly (RecordResult | RunStarted)[]): Promise<void> {
    if (this.failure) return;
    const why = await this.#results.append(...lines);
    if (why !== undefined) this.failure = { code: "results-not-kept", why };
  }
}

type RecordLine = Pick<PlannedRecord, "line">;
type ResultDetails = Pick<RecordResult, "pending" | "failure">;

/** How many results are kept by one write, where none of them waits for another. */
const maxLinesPerWrite = 500;

/** Whether an earlier run has made it, as is known by now. */
const isFoundAgain = ({ earlier, failure, group, locale = "" }: RecordEntry): boolean =>
  !failure && earlier?.isDone === false && group.created.has(locale);

function factsOf(
  entry: RecordEntry | undefined,
): Pick<RecordResult, "record" | "source" | "documentId" | "locale"> {
  if (!entry) return {};
  const { name, source, locale, group } = entry;
  return {
    ...(name !== "" && { record: name }),
    ...(source !== undefined && { source }),
    ...(locale !== undefined && { locale }),
    ...(group.documentId !== undefined && { documentId: group.documentId }),
  };
}
