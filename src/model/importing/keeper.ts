import { randomUUID } from "node:crypto";
import { outcomeOf } from "../batch/running.ts";
import type { Failure } from "../outcome.ts";
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

  /** What becomes of a record, now or as it stands. */
  async keep(
    { line }: Pick<Planned, "line">,
    outcome: RecordResult["outcome"],
    more: Pick<RecordResult, "later" | "failure"> = {},
  ): Promise<void> {
    if (this.failure) return;
    const listed = this.#plan.register.at(line);
    await this.#append({ line, ...factsOf(listed), outcome, ...more });
  }

  /** Why nothing was done. */
  keepFailed(item: Pick<Planned, "line">, failure: Failure): Promise<void> {
    const outcome = outcomeOf(failure);
    return this.keep(item, outcome === "done" ? "failed" : outcome, { failure });
  }

  /** What nothing is to be done for, and what was found that nobody knew of. */
  async keepIdle(): Promise<void> {
    const { planned, refused, unchanged, register } = this.#plan;
    const intents = new Map(planned.map(({ line, intent }) => [line, intent]));
    for (const one of register.all.filter(isFound)) {
      const intent = intents.get(one.line);
      if (!intent) await this.keep(one, "created");
      // What is to be changed does not yet say what the record says.
      else if (intent.kind === "link") await this.keep(one, "created", { later: intent.names });
    }
    for (const one of refused) await this.keepFailed(one, one.failure);
    for (const line of unchanged) await this.keep({ line }, "unchanged");
  }

  async #append(line: RecordResult | RunBegun): Promise<void> {
    const why = await this.#results.append(line);
    if (why !== undefined) this.failure = { code: "results-not-kept", why };
  }
}

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
