import { runEach } from "../batch/running.ts";
import type { Result, Running } from "../batch/running.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { Carrier } from "./carrier.ts";
import type { Parts } from "./carrier.ts";
import { Cursor } from "./cursor.ts";
import { sayable, without } from "./deciding.ts";
import { Keeper } from "./keeper.ts";
import type { Plan, Planned } from "./plan.ts";
import type { Source } from "./record.ts";
import type { Read, Resolved } from "./resolving.ts";
import type { RecordResult, Results } from "./results.ts";

/** How an import goes. */
export interface How extends Running {
  /** What its entries in the journal have in common: what undoes it. */
  readonly group: string;
  readonly results: Results;
  /** The lines that a person has unticked. */
  readonly without?: ReadonlySet<number>;
  /** Hears which record's relations are next, and of how many; counts from 0. */
  readonly onLink?: (index: number, total: number) => void;
}

/** What is done for a record, and what the results say of it; nothing where the next pass says it. */
interface Step {
  readonly act: (read: Read, item: Planned) => Promise<Outcome<unknown>>;
  readonly wordFor: (item: Planned) => RecordResult["outcome"] | undefined;
}

/** One run of a plan: once over the file for what records say, once more for relations among them. */
export class ImportRun {
  readonly #plan: Plan;
  readonly #how: How;
  readonly #carrier: Carrier;
  readonly #keeper: Keeper;
  /** The attributes that still lack relations, by line. */
  readonly #later = new Map<number, readonly string[]>();

  constructor(plan: Plan, parts: Parts, how: How) {
    this.#plan = plan;
    this.#how = how;
    this.#carrier = new Carrier(plan.register, parts, how.group);
    this.#keeper = new Keeper(how.results, plan);
  }

  async run(source: Source): Promise<readonly Result<Planned>[]> {
    await this.#keeper.begin();
    await this.#keeper.keepIdle();
    const isMeant = ({ line }: Planned) => this.#how.without?.has(line) !== true;
    const items = this.#plan.planned.filter(isMeant);
    const written = await this.#each(items, source, this.#writing, this.#how);
    const untried = written.filter(({ outcome }) => outcome === "untried");
    const left = this.#plan.planned.filter((item) => !isMeant(item));
    await this.#keeper.keepUntried([...untried.map((one) => one.item), ...left]);
    const waiting = written.flatMap(({ item, outcome }) =>
      outcome === "done" && this.#later.has(item.line) ? [item] : [],
    );
    const { signal, onLink } = this.#how;
    const onItem = (index: number) => onLink?.(index, waiting.length);
    const linked =
      untried.length > 0
        ? waiting.map((item): Result<Planned> => ({ item, outcome: "untried" }))
        : await this.#each(waiting, source, this.#linking, { signal, onItem });
    return this.#joined(written, linked);
  }

  /** A document without its relations is none that is done. */
  #joined(
    written: readonly Result<Planned>[],
    linked: readonly Result<Planned>[],
  ): readonly Result<Planned>[] {
    const byLine = new Map(linked.map((result) => [result.item.line, result]));
    return written.map((result) => {
      const { item } = result;
      const link = byLine.get(item.line);
      if (link?.outcome !== "untried") return link ?? result;
      const paths = this.#later.get(item.line) ?? [];
      return { item, outcome: "failed", failure: { code: "not-linked", paths } };
    });
  }

  /** Does something to each of some records, as the file goes by. */
  async #each(
    items: readonly Planned[],
    source: Source,
    step: Step,
    running: Running,
  ): Promise<readonly Result<Planned>[]> {
    const cursor = new Cursor(source, this.#plan.register);
    const act = (item: Planned) => this.#kept(item, cursor, step);
    const results = await runEach(items, act, running);
    await cursor.close();
    return results;
  }

  async #kept(item: Planned, cursor: Cursor, { act, wordFor }: Step): Promise<Outcome<unknown>> {
    if (this.#keeper.failure) return failed(this.#keeper.failure);
    const read = await this.#readAt(item, cursor);
    const outcome = read ? await act(read, item) : failed({ code: "changed-meanwhile" });
    const word = wordFor(item);
    const later = this.#later.get(item.line);
    if (outcome[0]) await this.#keeper.keepFailed(item, outcome[0]);
    else if (word) await this.#keeper.keep(item, word, later ? { later } : {});
    return outcome;
  }

  async #readAt({ line }: Planned, cursor: Cursor): Promise<Read | undefined> {
    const listed = this.#plan.register.at(line);
    const record = listed && (await cursor.at(listed));
    return record && { listed, record };
  }

  readonly #writing: Step = {
    wordFor: ({ intent }) => words.get(intent.kind),
    act: async (read, { line, intent }) => {
      if (intent.kind === "link") {
        this.#later.set(line, intent.names);
        return done(null);
      }
      const { resolver } = this.#plan;
      const [unseen] = await resolver.learn([read]);
      if (unseen) return failed(unseen);
      const [unknown, resolved] = resolver.resolve(read);
      if (unknown) return failed(unknown);
      const { content, later } = this.#sayable(resolved, read, intent.kind === "localize");
      if (later.length > 0) this.#later.set(line, later);
      return intent.kind === "change"
        ? this.#carrier.change(read.listed, without(content, later))
        : this.#make(read, content);
    },
  };

  /** The document is there, unless it is still to be made of this record. */
  #sayable(resolved: Resolved, { listed }: Read, adds: boolean): Resolved {
    const { service } = this.#plan.register;
    const isThere = listed.kin.documentId !== undefined;
    return isThere ? sayable(resolved, listed, { service, adds }) : resolved;
  }

  async #make({ listed }: Read, content: Read["record"]["content"]): Promise<Outcome<unknown>> {
    const { kin } = listed;
    if (kin.isMissing) return failed({ code: "no-document" });
    // Nothing but its results may find it again: the service gives it a documentId of its own.
    await this.#keeper.keep(listed, "sent");
    if (this.#keeper.failure) return failed(this.#keeper.failure);
    const outcome = await this.#carrier.make(listed, content);
    kin.isMissing = kin.documentId === undefined;
    return outcome;
  }

  readonly #linking: Step = {
    wordFor: () => "linked",
    act: async (read, { line }) => {
      const names = this.#later.get(line) ?? [];
      const { resolver } = this.#plan;
      const [unseen] = await resolver.learn([read]);
      if (unseen) return failed(unseen);
      const [unknown, resolved] = resolver.resolve(read);
      if (unknown) return failed(unknown);
      const { content, later: paths } = resolved;
      if (paths.length > 0) return failed({ code: "not-linked", paths });
      const outcome = await this.#carrier.link(read.listed, content, names);
      if (!outcome[0]) this.#later.delete(line);
      return outcome;
    },
  };
}

const words = new Map<Planned["intent"]["kind"], RecordResult["outcome"]>([
  ["create", "created"],
  ["localize", "localized"],
  ["change", "changed"],
]);
