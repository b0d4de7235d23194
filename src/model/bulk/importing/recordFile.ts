import type { Format } from "../formats/format.ts";
import type { ByteSource, RawRecord } from "../formats/reading/raw.ts";
import { readers } from "../formats/reading/readers.ts";
import { decodeText } from "../formats/reading/textDecoding.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { BulkFailure } from "../bulkFailure.ts";

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
