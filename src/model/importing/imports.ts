import type { Sides } from "../batch/deed.ts";
import type { Result, Running } from "../batch/running.ts";
import type { Catalogs } from "../catalogs.ts";
import type { Documents } from "../documents.ts";
import type { Journal } from "../journal.ts";
import type { Outcome } from "../outcome.ts";
import type { Reader } from "../reader.ts";
import type { Plan, Planned, RelationSeen, Target } from "./plan.ts";
import type { Source } from "./record.ts";
import type { Results } from "./results.ts";

/** The model's parts that imports are done with. */
interface Parts {
  readonly catalogs: Catalogs;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly reader: Reader;
}

/** How a plan is made. */
interface Planning {
  /** Those of earlier runs of the same file: what they say is done is not done again. */
  readonly results: Results;
  readonly signal?: AbortSignal | undefined;
  /** Hears how many records were looked at; the file is read twice, and their total is known in the second. */
  readonly onRead?: (count: number, total: number | undefined) => void;
}

/** How an import goes. */
interface How extends Running {
  /** What its entries in the journal have in common: what undoes it. */
  readonly group: string;
  readonly results: Results;
  /** The lines that a person has unticked. */
  readonly without?: ReadonlySet<number>;
}

/** Brings the records of files into collections: looks first, then does it one by one. */
export declare class Imports {
  constructor(parts: Parts);

  /** What the first records of a file name the targets of their relations by. Nothing is written. */
  relations(source: Source, target: Target): Promise<Outcome<readonly RelationSeen[]>>;

  /**
   * What an import would do. Nothing is written. Each record is matched, its relations and files are found,
   * and it is held against the schema as what it would become: a source need not look at that. What is wrong
   * with one record refuses that record alone.
   */
  preview(source: Source, target: Target, planning: Planning): Promise<Outcome<Plan>>;

  /** Both sides of one planned record, as they are now. */
  sides(source: Source, plan: Plan, line: number): Promise<Outcome<Sides>>;

  /**
   * Does what was planned, in the order of the file, to what is still as it was looked at. Each result is in
   * the results before the next record's turn, those of refused and of untried records, too. It ends at what
   * every record would meet. Relations between records of the file come last.
   */
  run(source: Source, plan: Plan, how: How): Promise<readonly Result<Planned>[]>;
}
