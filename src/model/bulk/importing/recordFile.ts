import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { Format } from "../formats/format.ts";
import { readCsv } from "../formats/reading/csvReader.ts";
import { readJson } from "../formats/reading/jsonReader.ts";
import { readNdjson } from "../formats/reading/ndjson.ts";
import type { ByteSource, RawRecord, TextChunks } from "../formats/reading/raw.ts";

/** Reads what a file has from its beginning to its end, a record after the other. */
export const readers: Readonly<Record<Format, (texts: TextChunks) => AsyncIterable<RawRecord>>> = {
  ndjson: readNdjson,
  json: readJson,
  csv: readCsv,
};

/** The text of bytes in UTF-8, without the mark that some programs put before it. */
export async function* decodeText(
  chunks: AsyncIterable<Outcome<Uint8Array, BulkFailure>>,
): AsyncGenerator<Outcome<string, BulkFailure>, void, void> {
  const decoder = createDecoder();
  for await (const [failure, bytes] of chunks) {
    const outcome = failure ? failed(failure) : decodeChunk(decoder, bytes);
    yield outcome;
    if (outcome[0]) return;
  }
  yield decodeChunk(decoder);
}

const createDecoder = () => new TextDecoder("utf-8", { fatal: true });

/** The end of the text where there are no bytes. */
function decodeChunk(
  decoder: ReturnType<typeof createDecoder>,
  bytes?: Uint8Array,
): Outcome<string, BulkFailure> {
  try {
    return done(decoder.decode(bytes, { stream: bytes !== undefined }));
  } catch {
    return failed({ code: "file-not-utf-8" });
  }
}

/** A file of records. */
export interface ImportFile {
  readonly bytes: ByteSource;
  readonly format: Format;
}

/** Reads a file from its beginning. */
export const readRawRecords = (
  { bytes, format }: ImportFile,
  signal?: AbortSignal,
): AsyncIterable<RawRecord> => readers[format](decodeText(bytes.chunks(signal)));

/** What a file has in it. */
export interface FileSurvey {
  /** Of records that can be read. */
  readonly count: number;
  /** The keys or columns, in the order of the file, with the number of records that have a value there. */
  readonly keys: ReadonlyMap<string, number>;
  /** The first thing in it that can't be read. */
  readonly flaw?: { readonly line: number; readonly failure: BulkFailure };
}

/** Looks over a whole file: a record may have keys that none before it had. */
export async function surveyFile(
  file: ImportFile,
  { signal, onRead }: { readonly signal?: AbortSignal; readonly onRead?: (count: number) => void },
): Promise<FileSurvey> {
  const keys = new Map<string, number>();
  let count = 0;
  let flaw: FileSurvey["flaw"];
  for await (const raw of readRawRecords(file, signal)) {
    if ("failure" in raw) flaw ??= raw;
    else {
      count += 1;
      onRead?.(count);
      note(raw.value, keys);
    }
  }
  return { count, keys, ...(flaw && { flaw }) };
}

function note(record: JsonObject, keys: Map<string, number>): void {
  for (const [key, value] of Object.entries(record)) {
    keys.set(key, (keys.get(key) ?? 0) + (value === null ? 0 : 1));
  }
}
