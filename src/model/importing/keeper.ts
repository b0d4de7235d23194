import { outcomeOf } from "../batch/running.ts";
import type { Failure } from "../outcome.ts";
import type { Plan, Planned } from "./plan.ts";
import type { Listed } from "./register.ts";
import type { RecordResult, Results } from "./results.ts";

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

  /** What becomes of a record, now or as it stands. */
  async keep(
    { line }: Pick<Planned, "line">,
    outcome: RecordResult["outcome"],
    more: Pick<RecordResult, "later" | "failure"> = {},
  ): Promise<void> {
    if (this.failure) return;
    const listed = this.#plan.register.at(line);
    const why = await this.#results.append({ line, ...factsOf(listed), outcome, ...more });
    if (why !== undefined) this.failure = { code: "results-not-kept", why };
  }

  /** Why nothing was done. */
  keepFailed(item: Pick<Planned, "line">, failure: Failure): Promise<void> {
    const outcome = outcomeOf(failure);
    return this.keep(item, outcome === "done" ? "failed" : outcome, { failure });
  }

  /** What nothing is to be done for. */
  async keepIdle(): Promise<void> {
    const { refused, unchanged } = this.#plan;
    for (const one of refused) await this.keepFailed(one, one.failure);
    for (const line of unchanged) await this.keep({ line }, "unchanged");
  }
}

function factsOf(
  listed: Listed | undefined,
): Pick<RecordResult, "record" | "documentId" | "locale"> {
  if (!listed) return {};
  const { name, locale, kin } = listed;
  return {
    ...(name !== "" && { record: name }),
    ...(locale !== undefined && { locale }),
    ...(kin.documentId !== undefined && { documentId: kin.documentId }),
  };
}
