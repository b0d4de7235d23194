import { done, failed, whyOf, type Outcome } from "../foundation/outcome.ts";
import { codeOf, isSpecialFile } from "../foundation/textFiles.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import type { Format } from "./recordFormat.ts";
import { readCsv } from "./csvReader.ts";
import { readJson } from "./jsonReader.ts";
import { readNdjson } from "./ndjsonReader.ts";
import { hasValue, type ByteSource, type RawRecord, type TextChunks } from "./rawRecord.ts";
import { createReadStream } from "node:fs";

/** The readers of each format. They read a file from start to end, one record at a time. */
export const readers: Readonly<Record<Format, (texts: TextChunks) => AsyncIterable<RawRecord>>> = {
  ndjson: readNdjson,
  json: (texts) => untilFatal(readJson(texts)),
  csv: (texts) => untilFatal(readCsv(texts)),
};

/** The failures of CSV and JSON after which the start of the next record is unknown. */
const fatalCodes = new Set<BulkFailure["code"]>([
  "doubled-column",
  "invalid-json",
  "not-a-list",
  "record-too-long",
  "wrong-quotes",
]);

async function* untilFatal(raws: AsyncIterable<RawRecord>): AsyncGenerator<RawRecord, void, void> {
  for await (const raw of raws) {
    yield raw;
    if ("failure" in raw && fatalCodes.has(raw.failure.code)) return;
  }
}

/** Decodes UTF-8 bytes and removes the byte order mark. */
export async function* decodeText(
  chunks: AsyncIterable<Outcome<Uint8Array, BulkFailure>>,
): AsyncGenerator<Outcome<string, BulkFailure>, void, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const [failure, bytes] of chunks) {
      if (failure) return yield failed(failure);
      yield done(decoder.decode(bytes, { stream: true }));
    }
    yield done(decoder.decode());
  } catch (error) {
    if (codeOf(error) !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    yield failed({ code: "file-not-utf-8" });
  }
}

export interface ImportFile {
  readonly bytes: ByteSource;
  readonly format: Format;
}

export const readRawRecords = (
  { bytes, format }: ImportFile,
  signal?: AbortSignal,
): AsyncIterable<RawRecord> => readers[format](decodeText(bytes.chunks(signal)));

export interface FileSurvey {
  /** The number of records that have a value. */
  readonly count: number;
  /** The keys or columns in the order of the file, with the number of records that have a value. */
  readonly keys: ReadonlyMap<string, number>;
  /** The first part of the file that can't be read. */
  readonly flaw?: { readonly line: number; readonly failure: BulkFailure };
}

/** Reads the whole file, because any record may have keys that earlier ones lack. */
export async function surveyFile(
  file: ImportFile,
  { signal, onRead }: { readonly signal?: AbortSignal; readonly onRead?: (count: number) => void },
): Promise<FileSurvey> {
  const keys = new Map<string, number>();
  let count = 0;
  let flaw: FileSurvey["flaw"];
  for await (const raw of readRawRecords(file, signal)) {
    if ("failure" in raw) flaw ??= raw;
    else if (Object.values(raw.value).some(hasValue)) {
      count += 1;
      onRead?.(count);
      for (const [key, value] of Object.entries(raw.value))
        keys.set(key, (keys.get(key) ?? 0) + Number(hasValue(value)));
    }
  }
  return { count, keys, ...(flaw && { flaw }) };
}

/** The bytes of a local file, in chunks. VS Code's own file system can only read whole files. */
export const bytesOf = (path: string): ByteSource => ({
  async *chunks(signal) {
    try {
      // A pipe is empty when it is read again, and a device may have no end.
      if (await isSpecialFile(path)) throw new Error("it is not a regular file");
      for await (const chunk of createReadStream(path)) {
        if (signal?.aborted) return;
        yield done(chunk as Uint8Array);
      }
    } catch (error) {
      yield failed({ code: "unreadable-file", why: whyOf(error) });
    }
  },
});
