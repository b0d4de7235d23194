import type { Sides } from "../batch/deed.ts";
import type { Result } from "../batch/running.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Parts } from "./carrier.ts";
import { noPast, readEarlier } from "./earlier.ts";
import type { Past } from "./earlier.ts";
import { ImportRun } from "./importRun.ts";
import type { How } from "./importRun.ts";
import { sidesOf } from "./lookingAt.ts";
import type { Listed } from "./listed.ts";
import { match } from "./matching.ts";
import type { Plan, Planned, RelationSeen } from "./plan.ts";
import type { Target } from "./target.ts";
import { decideAll, plannedOf } from "./planning.ts";
import type { Decided } from "./planning.ts";
import type { Source } from "./record.ts";
import { Register } from "./register.ts";
import { seeRelations } from "./relationsSeen.ts";
import { Resolver } from "./resolving.ts";
import type { Results } from "./results.ts";

/** How a plan is made. */
interface Planning {
  /**
   * Those of earlier runs of the same file: what they say was made, and is still there, is not made again.
   */
  readonly results: Results;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many records were looked at; the file is read twice, and their total is known in the second. */
  readonly onRead?: ((count: number, total: number | undefined) => void) | undefined;
}

/** Brings the records of files into collections: looks first, then does it one by one. */
export class Imports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the first records of a file name the targets of their relations by. Nothing is written. */
  async relations(
    source: Source,
    target: Target,
    signal?: AbortSignal,
  ): Promise<Outcome<readonly RelationSeen[]>> {
    const [failure, register] = await this.#begin(target, noPast);
    return failure ? failed(failure) : seeRelations(source, register, signal);
  }

  /**
   * What an import would do. Nothing is written. Each record is matched, its relations and files are found,
   * and it is held against the schema as what it would become: a source need not look at that. What is wrong
   * with one record refuses that record alone.
   */
  async preview(
    source: Source,
    target: Target,
    { results, signal, onRead }: Planning,
  ): Promise<Outcome<Plan>> {
    const [unknown, register] = await this.#begin(
      target,
      await readEarlier(results.lines(), target),
    );
    if (unknown) return failed(unknown);
    const total = await take(source, register, { signal, onRead });
    if (signal?.aborted) return failed({ code: "declined" });
    const [blind] = await match(register, signal);
    if (blind) return failed(blind);
    const resolver = new Resolver(register);
    const { documents } = this.#parts;
    const [failure, decided] = await decideAll(source, {
      register,
      resolver,
      documents,
      signal,
      onRead: (count) => onRead?.(count, total),
    });
    return failure ? failed(failure) : done(planOf(register, resolver, decided));
  }

  /** Both sides of one planned record, as they are now; relations that come later are not in them. */
  sides(source: Source, plan: Plan, line: number): Promise<Outcome<Sides>> {
    return sidesOf(line, { source, plan, reader: this.#parts.reader });
  }

  /**
   * Does what was planned, in the order of the file, to what is still as it was looked at. Each result is in
   * the results before the next record's turn, those of refused and of untried records, too. It ends at what
   * every record would meet. Relations between records of the file come last.
   */
  async run(source: Source, plan: Plan, how: How): Promise<readonly Result<Planned>[]> {
    const results = await new ImportRun(plan, this.#parts, how).run(source);
    this.#parts.content.refresh(plan.target);
    return results;
  }

  async #begin(target: Target, past: Past): Promise<Outcome<Register>> {
    const { connection, type } = target;
    const [unknown, service] = await this.#parts.catalogs.type(connection, type);
    return unknown ? failed(unknown) : done(new Register(target, service, past));
  }
}

/** Takes down all records of a file; how many. */
async function take(
  source: Source,
  register: Register,
  { signal, onRead }: Omit<Planning, "results">,
): Promise<number> {
  let total = 0;
  for await (const sourced of source.records(signal)) {
    register.add(sourced);
    total += 1;
    if (total % 100 === 0) onRead?.(total, undefined);
  }
  return total;
}

function planOf(
  register: Register,
  resolver: Resolver,
  decided: ReadonlyMap<number, Decided>,
): Plan {
  const { all, target } = register;
  const refused = all.flatMap(({ line, title, failure }) =>
    failure ? [{ line, title, failure }] : [],
  );
  const sound = all.filter(({ failure }) => !failure);
  const planned = sound.flatMap((listed) => {
    const intent = decided.get(listed.line);
    return intent ? [plannedOf(listed, intent)] : [];
  });
  const idle = sound.filter(({ line }) => !decided.get(line));
  const isDone = ({ earlier }: Listed) => earlier !== undefined && earlier.isOvertaken !== true;
  const lines = (some: typeof idle) => some.map(({ line }) => line);
  return {
    target,
    planned,
    refused,
    register,
    resolver,
    left: lines(sound.filter((listed) => isLeft(listed, decided.get(listed.line)))),
    unclaimed: register.unclaimed,
    unchanged: lines(idle.filter((one) => !isDone(one))),
    done: lines(idle.filter(isDone)),
  };
}

/** Whether what it says of what all locales share comes to nothing. */
function isLeft({ shared, first, earlier }: Listed, decided: Decided): boolean {
  if (shared === undefined || (!decided && earlier)) return false;
  return first ? first.shared !== shared : decided?.kind === "localize";
}
