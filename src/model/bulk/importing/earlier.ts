import type { Failure } from "../../foundation/outcome.ts";
import { isObject } from "../../foundation/json.ts";
import type { RecordResult, RunBegun } from "./results.ts";

/** What earlier runs made of a record. */
export interface Earlier {
  /** Whether its document was written; else it may have been, and nobody knows. */
  readonly isDone: boolean;
  /** Whether the document may have been given what another record says since: it is to be looked at again. */
  readonly isOvertaken?: boolean;
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
  known: new Map(),
  sources: new Map(),
  made: new Map(),
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
  /** The last record that each document was held against in each locale. */
  readonly #last = new Map<string, string>();
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
    this.#overtake(record, result);
    if (written.test(result.outcome)) this.#recall(result);
  }

  #overtake(record: string, { outcome, documentId, locale = "" }: RecordResult): void {
    if (documentId === undefined || untouched.test(outcome)) return;
    const place = `${documentId} ${locale}`;
    const last = this.#last.get(place) ?? record;
    this.#last.set(place, record);
    const earlier = last === record ? undefined : this.known.get(last);
    if (earlier) this.known.set(last, { ...earlier, isOvertaken: true });
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
const untouched = /^(sent|skipped|failed|untried)$/;

/**
 * Whether a result says that a document was made of the record. One that was there before is known by its key
 * again, and compared: what an import changed may have been taken back, and nobody tells.
 */
const isMaking = (outcome: RecordResult["outcome"]): boolean =>
  /^(created|localized)$/.test(outcome);

function joined(
  before: Earlier | undefined,
  result: RecordResult,
  since: string | undefined,
): Earlier | undefined {
  const { outcome, documentId } = result;
  if (isMaking(outcome)) return { isDone: true, documentId, later: laterIn(result) };
  // Whatever became of its relations, the document is there.
  if (before?.isDone) return { ...before, later: before.later.filter(() => outcome !== "linked") };
  if (uncertain.test(outcome)) return { isDone: false, since, later: [] };
  if (written.test(outcome)) return undefined;
  // That it was not sent again does not tell what became of it before.
  return before?.since === since ? undefined : before;
}

const laterIn = ({ later = [] }: RecordResult): readonly string[] => later;

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
