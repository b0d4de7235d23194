import type { Format } from "../format.ts";
import { readCsv } from "./csvReader.ts";
import { readJson } from "./jsonReader.ts";
import { readNdjson } from "./ndjson.ts";
import type { RawRecord, TextChunks } from "./raw.ts";

/** Reads what a file has from its beginning to its end, a record after the other. */
export const readers: Readonly<Record<Format, (texts: TextChunks) => AsyncIterable<RawRecord>>> = {
  ndjson: readNdjson,
  json: readJson,
  csv: readCsv,
};
