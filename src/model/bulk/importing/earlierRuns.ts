import { isObject } from "../../foundation/json.ts";
import type { RecordResult, RunStarted } from "./results.ts";
import type { BulkFailure } from "../bulkFailure.ts";

/** What earlier runs made of a record. */
export interface EarlierResult {
  /** Whether its document was written; else it may have been, and nobody knows. */
  readonly isDone: boolean;
  /** Whether the document may have been given what another record says since: it is to be looked at again. */
  readonly isSuperseded?: boolean;
  /** When the run began that may have written it. */
  readonly since?: string | undefined;
  readonly documentId?: string | undefined;
  /** Attributes whose relations to other records of the file are missing. */
  readonly pending: readonly string[];
}

/** Which record a document was made of, and of what in its source. */
interface CreatedFrom {
  readonly record: string | undefined;
  readonly source: string;
}

/** What the results of earlier runs say. */
export interface EarlierRuns {
  /** What is known of each record by its name; the last word counts. */
  readonly byRecord: ReadonlyMap<string, EarlierResult>;
  /** The documentId of what was made of a document of a source. */
  readonly documentIdBySource: ReadonlyMap<string, string>;
  /** The results of what was made in the same collection, by documentId. */
  readonly createdDocuments: ReadonlyMap<string, CreatedFrom>;
  /** How many lines they have. */
  readonly lineCount: number;
}

/** Where nothing was imported before. */
export const noEarlierRuns: EarlierRuns = {
  byRecord: new Map(),
  documentIdBySource: new Map(),
  createdDocuments: new Map(),
  lineCount: 0,
};

/** A result as a line of a file, with the reason in words. */
export function toLine(line: RecordResult | RunStarted, describe: Describe): string {
  if ("run" in line) return `${JSON.stringify(line)}\n`;
  const { failure, ...result } = line;
  return `${JSON.stringify({ ...result, ...(failure && { reason: describe(failure) }) })}\n`;
}

type Describe = (failure: BulkFailure) => string;

/** Reads what earlier runs left, for an import into one collection. */
export async function readEarlierRuns(
  lines: AsyncIterable<string>,
  collection: Pick<RunStarted, "connection" | "type">,
): Promise<EarlierRuns> {
  const reading = new EarlierRunsReader(collection);
  for await (const line of lines) reading.add(fromLine(line));
  return reading;
}

class EarlierRunsReader implements EarlierRuns {
  readonly byRecord = new Map<string, EarlierResult>();
  readonly documentIdBySource = new Map<string, string>();
  readonly createdDocuments = new Map<string, CreatedFrom>();
  lineCount = 0;
  /** The last record that each document was held against in each locale. */
  readonly #last = new Map<string, string>();
  readonly #collection: Pick<RunStarted, "connection" | "type">;
  #run: RunStarted | undefined;

  constructor(collection: Pick<RunStarted, "connection" | "type">) {
    this.#collection = collection;
  }

  add(parsed: RecordResult | RunStarted | undefined): void {
    this.lineCount += 1;
    if (!parsed) return;
    if ("run" in parsed) this.#run = parsed;
    else if (parsed.record !== undefined) this.#keepResult(parsed.record, parsed);
  }

  #keepResult(record: string, result: RecordResult): void {
    const now = combined(this.byRecord.get(record), result, this.#run?.at);
    if (now) this.byRecord.set(record, now);
    else this.byRecord.delete(record);
    this.#supersede(record, result);
    if (written.test(result.outcome)) this.#rememberCreated(result);
  }

  #supersede(record: string, { outcome, documentId, locale = "" }: RecordResult): void {
    if (documentId === undefined || untouched.test(outcome)) return;
    const place = `${documentId} ${locale}`;
    const last = this.#last.get(place) ?? record;
    this.#last.set(place, record);
    const earlier = last === record ? undefined : this.byRecord.get(last);
    if (earlier) this.byRecord.set(last, { ...earlier, isSuperseded: true });
  }

  #rememberCreated({ outcome, record, source = "", documentId = "" }: RecordResult): void {
    if (source !== "") this.documentIdBySource.set(source, documentId);
    if (outcome === "created" && this.#isThisCollection)
      this.createdDocuments.set(documentId, { record, source });
  }

  get #isThisCollection(): boolean {
    const { connection, type } = this.#collection;
    return this.#run?.connection === connection && this.#run.type === type;
  }
}

/** Whether a run is the one that has begun after so many lines. */
export async function isNextRun(
  { run }: RunStarted,
  length: number,
  lines: AsyncIterable<string>,
): Promise<boolean> {
  let at = 0;
  let isOurs = false;
  for await (const line of lines) {
    const parsed = at === length ? fromLine(line) : undefined;
    if (parsed && "run" in parsed) isOurs = parsed.run === run;
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
const isCreation = (outcome: RecordResult["outcome"]): boolean =>
  /^(created|localized)$/.test(outcome);

function combined(
  before: EarlierResult | undefined,
  result: RecordResult,
  since: string | undefined,
): EarlierResult | undefined {
  const { outcome, documentId } = result;
  if (isCreation(outcome)) return { isDone: true, documentId, pending: pendingIn(result) };
  // Whatever became of its relations, the document is there.
  if (before?.isDone)
    return { ...before, pending: before.pending.filter(() => outcome !== "linked") };
  if (uncertain.test(outcome)) return { isDone: false, since, pending: [] };
  if (written.test(outcome)) return undefined;
  // That it was not sent again does not tell what became of it before.
  return before?.since === since ? undefined : before;
}

const pendingIn = ({ pending = [] }: RecordResult): readonly string[] => pending;

/** Undefined for a line that was cut short, or is none of ours. */
function fromLine(line: string): RecordResult | RunStarted | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isOurs = isObject(value) && typeof (value["outcome"] ?? value["run"]) === "string";
    return isOurs ? (value as unknown as RecordResult | RunStarted) : undefined;
  } catch {
    // A window that was killed leaves half a line: the others are still good.
    return undefined;
  }
}
