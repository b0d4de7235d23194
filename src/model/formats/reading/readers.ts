import { readCsv } from "./csv.ts";
import { readJson } from "./json.ts";
import { readNdjson } from "./ndjson.ts";
import type { Raw, Texts } from "./raw.ts";

/** How records stand in a file: one a line, in one array, or as the rows of a table. */
export type Format = keyof typeof readers;

/** Reads what a file has from its beginning to its end, a record after the other. */
export const readers = { ndjson: readNdjson, json: readJson, csv: readCsv } satisfies Record<
  string,
  (texts: Texts) => AsyncIterable<Raw>
>;
