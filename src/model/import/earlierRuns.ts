import { toJson, isObject } from "../foundation/json.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { FileResult, RecordResult, ResultLine, RunStarted } from "./recordResult.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { Places } from "./importFiles.ts";
import type { SourceRecord } from "./sourceRecord.ts";

export interface EarlierResult {
  /** Whether the document exists. Otherwise, it was sent, and the outcome is unknown. */
  readonly isDone: boolean;
  /**
   * Whether another record may have changed the document since, or the service did not keep all of
   * it. Then it is compared again.
   */
  readonly isSuperseded?: boolean | undefined;
  /** The run that may have written the record. */
  readonly run?: string | undefined;
  /** For a record that was sent: the largest row id of its type before. */
  readonly mark?: number | undefined;
  /** Whether another content of the source document was sent. */
  readonly isEdited?: boolean | undefined;
  readonly documentId?: string | undefined;
  /** Attributes whose relations to other records of the file are missing. */
  readonly pending: readonly string[];
}

interface NamedRecord extends Pick<RecordResult, "source" | "locale"> {
  readonly name: string;
}

/** `source` is empty if the record has no source document. */
type CreatedFrom = Pick<RecordResult, "record"> & { readonly source: string };

/** What earlier runs have written of the same source. */
export interface EarlierRuns {
  /**
   * The result for a record with this name. Without one, that of an earlier content of its source
   * document which was sent in its locale, and whose outcome is unknown.
   */
  resultOf(record: NamedRecord, read: SourceRecord, type: TypedService): EarlierResult | undefined;
  /** The documentId of the document that was written from the source document with this name. */
  documentIdOf(source: string): string | undefined;
  /** Whether a document is that of a record of an earlier run. */
  isKnown(documentId: string, type: TypedService): boolean;
  /** The documents that earlier runs created in the same types, by documentId. */
  readonly createdDocuments: ReadonlyMap<string, CreatedFrom>;
  /** The media files of the folder that were uploaded to the same service. */
  readonly files: {
    /** Their documentIds on the service by those of the folder. */
    readonly uploaded: ReadonlyMap<string, string>;
    /** For files that were sent without an answer: the largest id of a file before. */
    readonly unconfirmed: ReadonlyMap<string, number>;
  };
  /** The number of lines of the results log. */
  readonly lineCount: number;
}

export const noEarlierRuns: EarlierRuns = {
  resultOf: () => undefined,
  documentIdOf: () => undefined,
  isKnown: () => false,
  createdDocuments: new Map(),
  files: { uploaded: new Map(), unconfirmed: new Map() },
  lineCount: 0,
};

class EarlierRecords {
  readonly #results = new Map<string, EarlierResult>();
  /** By source document and locale, the record whose outcome is unknown. */
  readonly #unconfirmed = new Map<string, string>();
  /** The last record that matched each document in each locale. */
  readonly #last = new Map<string, string>();

  /** Adds a line of the results log. Returns the result of the record before it. */
  add(record: string, line: RecordResult, run: string | undefined): EarlierResult | undefined {
    const before = this.#results.get(record);
    const now = combined(before, line, run);
    if (now) this.#results.set(record, now);
    else this.#results.delete(record);
    const localization = localizationOf(line);
    if (line.source !== undefined && now?.isDone === false)
      this.#unconfirmed.set(localization, record);
    else if (this.#unconfirmed.get(localization) === record) this.#unconfirmed.delete(localization);
    this.#supersede(record, line);
    return before;
  }

  #supersede(record: string, { outcome, documentId, locale = "" }: RecordResult): void {
    if (documentId === undefined || untouched.test(outcome)) return;
    const localization = `${documentId} ${locale}`;
    const lastRecord = this.#last.get(localization) ?? record;
    this.#last.set(localization, record);
    const earlier = lastRecord === record ? undefined : this.#results.get(lastRecord);
    if (earlier) this.#results.set(lastRecord, { ...earlier, isSuperseded: true });
  }

  resultOf(record: NamedRecord): EarlierResult | undefined {
    const sent = this.#results.get(this.#unconfirmed.get(localizationOf(record)) ?? "");
    return this.#results.get(record.name) ?? (sent && { ...sent, isEdited: true });
  }
}

const localizationOf = ({ source = "", locale = "" }: Omit<NamedRecord, "name">): string =>
  `${source} ${locale}`;

class EarlierFiles {
  readonly uploaded = new Map<string, string>();
  readonly unconfirmed = new Map<string, number>();

  add({ media, outcome, documentId, mark }: FileResult): void {
    if (outcome === "sent") this.unconfirmed.set(media, mark ?? Infinity);
    else this.unconfirmed.delete(media);
    if (documentId !== undefined) this.uploaded.set(media, documentId);
  }
}

/** What a person reads in a results log. */
export interface ResultWords {
  /** The text of a failure, which is the reason of a result. */
  readonly describe: (failure: BulkFailure) => string;
  readonly places: Places;
}

export function toLine(result: ResultLine, { describe, places }: ResultWords): string {
  if ("run" in result || "media" in result) return `${toJson(result)}\n`;
  const { failure, line: at, ...facts } = result;
  const { file, line } = places.placeOf(at);
  const reason = failure && describe(failure);
  return `${toJson({ file, line, ...facts, reason })}\n`;
}

export async function readEarlierRuns(
  lines: AsyncIterable<string>,
  targets: readonly Pick<RunStarted, "connection" | "type">[],
): Promise<EarlierRuns> {
  const isOfTargets = ({ connection, type }: RunStarted) =>
    targets.some(
      (target) => target.connection === connection && type.split(", ").includes(target.type),
    );
  const isOfService = (started: RunStarted | undefined) =>
    targets.some(({ connection }) => connection === started?.connection);
  const records = new EarlierRecords();
  const documentIdBySource = new Map<string, string>();
  const createdDocuments = new Map<string, CreatedFrom>();
  const files = new EarlierFiles();
  let lineCount = 0;
  let run: RunStarted | undefined;
  for await (const line of lines) {
    lineCount += 1;
    const parsed = fromLine(line);
    if (!parsed) continue;
    if ("run" in parsed) {
      run = parsed;
      continue;
    }
    if ("media" in parsed) {
      if (isOfService(run)) files.add(parsed);
      continue;
    }
    const { record, outcome, documentId = "", source = "" } = parsed;
    if (record === undefined) continue;
    const before = records.add(record, parsed, run?.run);
    const isCreated =
      outcome === "created" || (parsed.isAnswered === true && before?.mark !== undefined);
    if (!isCreated && !written.test(outcome)) continue;
    if (source !== "") documentIdBySource.set(source, documentId);
    if (isCreated && run && isOfTargets(run)) createdDocuments.set(documentId, { record, source });
  }
  return {
    resultOf: (record) => records.resultOf(record),
    documentIdOf: (source) => documentIdBySource.get(source),
    isKnown: (documentId) => createdDocuments.has(documentId),
    createdDocuments,
    files,
    lineCount,
  };
}

/** Whether the given run is the one that starts after `length` lines. */
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
const creation = /^(created|localized)$/;
const untouched = /^(sent|skipped|failed|untried)$/;

function combined(
  before: EarlierResult | undefined,
  result: RecordResult,
  run: string | undefined,
): EarlierResult | undefined {
  const { outcome, documentId, isPartial, pending = [] } = result;
  // Documents that existed before are found by their key and compared again. The user may have
  // undone the changes of an import since.
  if (creation.test(outcome)) return { isDone: true, isSuperseded: isPartial, documentId, pending };
  if (outcome === "sent") {
    // An earlier run may have created a document that is gone.
    if (!result.isAnswered) return { isDone: false, run, mark: result.mark, pending: [] };
    // If the service answered, the document is compared again.
    const isKnown = before?.isDone && before.documentId === documentId;
    return isKnown ? before : { isDone: true, isSuperseded: true, documentId, pending: [] };
  }
  // The document exists, whether or not its relations were added.
  if (before?.isDone)
    return { ...before, pending: before.pending.filter(() => outcome !== "linked") };
  if (outcome === "unknown") return before;
  if (written.test(outcome)) return undefined;
  // If a later run didn't send the record, the outcome of the earlier run is still unknown.
  return before?.run === run ? undefined : before;
}

/** Undefined for a truncated line or a line in another format. */
function fromLine(line: string): ResultLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isOurs = isObject(value) && typeof (value["outcome"] ?? value["run"]) === "string";
    // This program wrote the line, so its fields are not checked one by one.
    return isOurs ? (value as unknown as ResultLine) : undefined;
  } catch {
    // VS Code may exit in the middle of a write. The other lines are still valid.
    return undefined;
  }
}
