import type { Format } from "../../../src/model/bulk/formats/format.ts";
import { mappingOf } from "../../../src/model/bulk/importing/mapping.ts";
import type { Mapping } from "../../../src/model/bulk/importing/mapping.ts";
import { sourceOf } from "../../../src/model/bulk/importing/mappedRecords.ts";
import type { Source, Sourced } from "../../../src/model/bulk/importing/record.ts";
import { surveyOf } from "../../../src/model/bulk/importing/recordFile.ts";
import type { RecordFile } from "../../../src/model/bulk/importing/recordFile.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import type { TypeInCatalog } from "../../../src/model/schemas/catalog.ts";

/** A file of records that holds a text. */
export const fileOf = (text: string, format: Format = "ndjson"): RecordFile => ({
  format,
  bytes: {
    async *chunks() {
      yield done(await Promise.resolve(Buffer.from(text)));
    },
  },
});

/** The records of a file, mapped by the names that it has where no mapping is given. */
export async function mappedSource(
  file: RecordFile,
  shape: TypeInCatalog,
  mapping?: Mapping,
): Promise<Source> {
  const { keys } = await surveyOf(file, {});
  return sourceOf(file, mapping ?? mappingOf([...keys.keys()], shape), shape);
}

/** What comes of a file. */
export async function sourced(file: RecordFile, shape: TypeInCatalog, mapping?: Mapping) {
  const all: Sourced[] = [];
  const source = await mappedSource(file, shape, mapping);
  for await (const one of source.records()) all.push(one);
  return all;
}
