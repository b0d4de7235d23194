import type { Failure } from "../outcome.ts";
import { isObject } from "../json.ts";
import type { RecordResult, RunBegun } from "./results.ts";

/** What earlier runs made of a record. */
export interface Earlier {
  /** Whether its document was written; else it may have been, and nobody knows. */
  readonly isDone: boolean;
  /** When the run began that may have written it. */
  readonly since?: string | undefined;
  readonly documentId?: string | undefined;
  /** Attributes whose relations to other records of the file are missing. */
  readonly later: readonly string[];
}

/** Which record a document was made of, and of what in its source. */
interface MadeOf {
  readonly record: string | undefined;
  readonly source: string;
}

/** What the results of earlier runs say. */
export interface Past {
  /** What is known of each record by its name; the last word counts. */
  readonly known: ReadonlyMap<string, Earlier>;
  /** The documentId of what was made of a document of a source. */
  readonly sources: ReadonlyMap<string, string>;
  /** The results of what was made in the same collection, by documentId. */
  readonly made: ReadonlyMap<string, MadeOf>;
  /** How many lines they have. */
  readonly length: number;
}

/** Where nothing was imported before. */
export const noPast: Past = {
  ...{ known: new Map(), sources: new Map(), made: new Map() },
  length: 0,
};

/** A result as a line of a file, with the reason in words. */
export function toLine(line: RecordResult | RunBegun, describe: Describe): string {
  if ("run" in line) return `${JSON.stringify(line)}\n`;
  const { failure, ...result } = line;
  return `${JSON.stringify({ ...result, ...(failure && { reason: describe(failure) }) })}\n`;
}

type Describe = (failure: Failure) => string;

/** Reads what earlier runs left, for an import into one collection. */
export async function readEarlier(
  lines: AsyncIterable<string>,
  into: Pick<RunBegun, "connection" | "type">,
): Promise<Past> {
  const reading = new Reading(into);
  for await (const line of lines) reading.add(fromLine(line));
  return reading;
}

class Reading implements Past {
  readonly known = new Map<string, Earlier>();
  readonly sources = new Map<string, string>();
  readonly made = new Map<string, MadeOf>();
  length = 0;
  readonly #into: Pick<RunBegun, "connection" | "type">;
  #begun: RunBegun | undefined;

  constructor(into: Pick<RunBegun, "connection" | "type">) {
    this.#into = into;
  }

  add(said: RecordResult | RunBegun | undefined): void {
    this.length += 1;
    if (!said) return;
    if ("run" in said) this.#begun = said;
    else if (said.record !== undefined) this.#keep(said.record, said);
  }

  #keep(record: string, result: RecordResult): void {
    const now = joined(this.known.get(record), result, this.#begun?.at);
    if (now) this.known.set(record, now);
    else this.known.delete(record);
    if (written.test(result.outcome)) this.#recall(result);
  }

  #recall({ outcome, record, source = "", documentId = "" }: RecordResult): void {
    if (source !== "") this.sources.set(source, documentId);
    if (outcome === "created" && this.#isHere) this.made.set(documentId, { record, source });
  }

  get #isHere(): boolean {
    const { connection, type } = this.#into;
    return this.#begun?.connection === connection && this.#begun.type === type;
  }
}

/** Whether a run is the one that has begun after so many lines. */
export async function isNext(
  { run }: RunBegun,
  length: number,
  lines: AsyncIterable<string>,
): Promise<boolean> {
  let at = 0;
  let isOurs = false;
  for await (const line of lines) {
    const said = at === length ? fromLine(line) : undefined;
    if (said && "run" in said) isOurs = said.run === run;
    at += 1;
  }
  return isOurs;
}

const written = /^(created|localized|changed|linked)$/;
const uncertain = /^(sent|unknown)$/;

/** What was there is known by its key again, and gets what it still lacks as any change. */
const isWhole = (outcome: RecordResult["outcome"], later: readonly string[]): boolean =>
  written.test(outcome) && (outcome !== "changed" || later.length === 0);

function joined(
  before: Earlier | undefined,
  { outcome, documentId, later = [] }: RecordResult,
  since: string | undefined,
): Earlier | undefined {
  if (isWhole(outcome, later)) return { isDone: true, documentId, later };
  // Whatever became of its relations, the document is there.
  if (before?.isDone) return before;
  if (uncertain.test(outcome)) return { isDone: false, since, later: [] };
  // That it was not sent again does not tell what became of it before.
  return before?.since === since ? undefined : before;
}

/** Undefined for a line that was cut short, or is none of ours. */
function fromLine(line: string): RecordResult | RunBegun | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isOurs = isObject(value) && typeof (value["outcome"] ?? value["run"]) === "string";
    return isOurs ? (value as unknown as RecordResult | RunBegun) : undefined;
  } catch {
    // A window that was killed leaves half a line: the others are still good.
    return undefined;
  }
}
