import type { Sides } from "../batch/deed.ts";
import type { ItemResult } from "../batch/running.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ImportDependencies } from "./carrier.ts";
import { noEarlierRuns, readEarlierRuns } from "./earlier.ts";
import type { EarlierRuns } from "./earlier.ts";
import { ImportRun } from "./importRun.ts";
import type { ImportRunOptions } from "./importRun.ts";
import { recordSides } from "./lookingAt.ts";
import type { RecordEntry } from "./listed.ts";
import { matchRecords } from "./matching.ts";
import type { ImportPlan, PlannedRecord, RelationKeyCounts } from "./plan.ts";
import type { ImportTarget } from "./target.ts";
import { decideAll, plannedOf } from "./planning.ts";
import type { Decision } from "./planning.ts";
import type { RecordSource } from "./record.ts";
import { RecordIndex } from "./register.ts";
import { countRelationKeys } from "./relationsSeen.ts";
import { Resolver } from "./resolving.ts";
import type { ResultsStore } from "./results.ts";

/** How a plan is made. */
interface PreviewOptions {
  /**
   * Those of earlier runs of the same file: what they say was made, and is still there, is not made again.
   */
  readonly results: ResultsStore;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many records were looked at; the file is read twice, and their total is known in the second. */
  readonly onRead?: ((count: number, total: number | undefined) => void) | undefined;
}

/** Brings the records of files into collections: looks first, then does it one by one. */
export class Imports {
  readonly #dependencies: ImportDependencies;

  constructor(dependencies: ImportDependencies) {
    this.#dependencies = dependencies;
  }

  /** What the first records of a file name the targets of their relations by. Nothing is written. */
  async relations(
    source: RecordSource,
    target: ImportTarget,
    signal?: AbortSignal,
  ): Promise<Outcome<readonly RelationKeyCounts[]>> {
    const [failure, index] = await this.#startIndex(target, noEarlierRuns);
    return failure ? failed(failure) : countRelationKeys(source, index, signal);
  }

  /**
   * What an import would do. Nothing is written. Each record is matched, its relations and files are found,
   * and it is held against the schema as what it would become: a source need not look at that. What is wrong
   * with one record refuses that record alone.
   */
  async preview(
    source: RecordSource,
    target: ImportTarget,
    { results, signal, onRead }: PreviewOptions,
  ): Promise<Outcome<ImportPlan>> {
    const [unknown, index] = await this.#startIndex(
      target,
      await readEarlierRuns(results.lines(), target),
    );
    if (unknown) return failed(unknown);
    const total = await addAll(source, index, { signal, onRead });
    if (signal?.aborted) return failed({ code: "declined" });
    const [blind] = await matchRecords(index, signal);
    if (blind) return failed(blind);
    const resolver = new Resolver(index);
    const { documents } = this.#dependencies;
    const [failure, decisions] = await decideAll(source, {
      index,
      resolver,
      documents,
      signal,
      onRead: (count) => onRead?.(count, total),
    });
    return failure ? failed(failure) : done(planOf(index, resolver, decisions));
  }

  /** Both sides of one planned record, as they are now; relations that come later are not in them. */
  sides(source: RecordSource, plan: ImportPlan, line: number): Promise<Outcome<Sides>> {
    return recordSides(line, { source, plan, reader: this.#dependencies.reader });
  }

  /**
   * Does what was planned, in the order of the file, to what is still as it was looked at. Each result is in
   * the results before the next record's turn, those of refused and of untried records, too. It ends at what
   * every record would meet. Relations between records of the file come last.
   */
  async run(
    source: RecordSource,
    plan: ImportPlan,
    options: ImportRunOptions,
  ): Promise<readonly ItemResult<PlannedRecord>[]> {
    const results = await new ImportRun(plan, this.#dependencies, options).run(source);
    this.#dependencies.content.refresh(plan.target);
    return results;
  }

  async #startIndex(target: ImportTarget, past: EarlierRuns): Promise<Outcome<RecordIndex>> {
    const { connection, type } = target;
    const [unknown, service] = await this.#dependencies.catalogs.type(connection, type);
    return unknown ? failed(unknown) : done(new RecordIndex(target, service, past));
  }
}

/** Takes down all records of a file; how many. */
async function addAll(
  source: RecordSource,
  index: RecordIndex,
  { signal, onRead }: Omit<PreviewOptions, "results">,
): Promise<number> {
  let total = 0;
  for await (const item of source.records(signal)) {
    index.add(item);
    total += 1;
    if (total % 100 === 0) onRead?.(total, undefined);
  }
  return total;
}

function planOf(
  index: RecordIndex,
  resolver: Resolver,
  decisions: ReadonlyMap<number, Decision>,
): ImportPlan {
  const { all, target } = index;
  const refused = all.flatMap(({ line, title, failure }) =>
    failure ? [{ line, title, failure }] : [],
  );
  const valid = all.filter(({ failure }) => !failure);
  const planned = valid.flatMap((entry) => {
    const intent = decisions.get(entry.line);
    return intent ? [plannedOf(entry, intent)] : [];
  });
  const idle = valid.filter(({ line }) => !decisions.get(line));
  const isDone = ({ earlier }: RecordEntry) =>
    earlier !== undefined && earlier.isSuperseded !== true;
  const lines = (some: typeof idle) => some.map(({ line }) => line);
  return {
    target,
    planned,
    refused,
    index,
    resolver,
    ignoringSharedFields: lines(
      valid.filter((entry) => ignoresSharedFields(entry, decisions.get(entry.line))),
    ),
    unclaimed: index.unclaimed,
    unchanged: lines(idle.filter((one) => !isDone(one))),
    done: lines(idle.filter(isDone)),
  };
}

/** Whether what it says of what all locales share comes to nothing. */
function ignoresSharedFields(
  { shared, first, earlier }: RecordEntry,
  decisions: Decision,
): boolean {
  if (shared === undefined || (!decisions && earlier)) return false;
  return first ? first.shared !== shared : decisions?.kind === "localize";
}
