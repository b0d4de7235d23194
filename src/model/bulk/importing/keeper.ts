import { randomUUID } from "node:crypto";
import { outcomeOf } from "../batch/running.ts";
import type { Failure } from "../../foundation/outcome.ts";
import { isNext } from "./earlier.ts";
import type { Plan, Planned } from "./plan.ts";
import type { Listed } from "./listed.ts";
import type { RecordResult, Results, RunBegun } from "./results.ts";

/** Keeps what becomes of records. Where that fails, nothing more may be done. */
export class Keeper {
  readonly #results: Results;
  readonly #plan: Plan;
  /** Why no result can be kept any more. */
  failure: Failure | undefined;

  constructor(results: Results, plan: Plan) {
    this.#results = results;
    this.#plan = plan;
  }

  /**
   * Says that a run begins, before anything is sent. No two go by the same results at once: they would make
   * everything twice.
   */
  async begin(): Promise<void> {
    const { target, register } = this.#plan;
    const { connection, type } = target;
    const begun = { run: randomUUID(), at: new Date().toISOString(), connection, type };
    await this.#append(begun);
    if (this.failure) return;
    const isOurs = await isNext(begun, register.past.length, this.#results.lines());
    if (!isOurs) this.failure = { code: "another-import" };
  }

  /** What becomes of a record. */
  keep(item: Item, outcome: RecordResult["outcome"], more: More = {}): Promise<void> {
    return this.#append(this.#lineOf(item, outcome, more));
  }

  /** Why nothing was done. */
  keepFailed(item: Item, failure: Failure): Promise<void> {
    return this.#append(this.#failedLineOf(item, failure));
  }

  /** What nothing is to be done for, and what was found that nobody knew of. */
  async keepIdle(): Promise<void> {
    const { planned, refused, unchanged, register } = this.#plan;
    const intents = new Map(planned.map(({ line, intent }) => [line, intent]));
    const found = register.all.filter(isFound).flatMap((one) => {
      const intent = intents.get(one.line);
      if (!intent) return this.#lineOf(one, "created");
      // What is to be changed does not yet say what the record says.
      return intent.kind === "link" ? this.#lineOf(one, "created", { later: intent.names }) : [];
    });
    await this.#keepAll([
      ...found,
      ...refused.map((one) => this.#failedLineOf(one, one.failure)),
      ...unchanged.map((line) => this.#lineOf({ line }, "unchanged")),
    ]);
  }

  /** What had no turn. */
  keepUntried(items: readonly Item[]): Promise<void> {
    return this.#keepAll(items.map((item) => this.#lineOf(item, "untried")));
  }

  async #keepAll(lines: readonly RecordResult[]): Promise<void> {
    for (let from = 0; from < lines.length; from += most) {
      await this.#append(...lines.slice(from, from + most));
    }
  }

  #failedLineOf(item: Item, failure: Failure): RecordResult {
    const outcome = outcomeOf(failure);
    return this.#lineOf(item, outcome === "done" ? "failed" : outcome, { failure });
  }

  #lineOf({ line }: Item, outcome: RecordResult["outcome"], more: More = {}): RecordResult {
    return { line, ...factsOf(this.#plan.register.at(line)), outcome, ...more };
  }

  async #append(...lines: readonly (RecordResult | RunBegun)[]): Promise<void> {
    if (this.failure) return;
    const why = await this.#results.append(...lines);
    if (why !== undefined) this.failure = { code: "results-not-kept", why };
  }
}

type Item = Pick<Planned, "line">;
type More = Pick<RecordResult, "later" | "failure">;

/** How many results are kept by one write, where none of them waits for another. */
const most = 500;

/** Whether an earlier run has made it, as is known by now. */
const isFound = ({ earlier, failure, kin, locale = "" }: Listed): boolean =>
  !failure && earlier?.isDone === false && kin.made.has(locale);

function factsOf(
  listed: Listed | undefined,
): Pick<RecordResult, "record" | "source" | "documentId" | "locale"> {
  if (!listed) return {};
  const { name, source, locale, kin } = listed;
  return {
    ...(name !== "" && { record: name }),
    ...(source !== undefined && { source }),
    ...(locale !== undefined && { locale }),
    ...(kin.documentId !== undefined && { documentId: kin.documentId }),
  };
}
