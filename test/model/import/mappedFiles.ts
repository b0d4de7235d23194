import type { Format } from "../../../src/model/records/recordFormat.ts";
import { mappingOf, mappedRecordSource } from "../../../src/model/import/fieldMapping.ts";
import type { Mapping } from "../../../src/model/import/fieldMapping.ts";
import type { RecordSource, SourceItem } from "../../../src/model/import/sourceRecord.ts";
import { surveyFile } from "../../../src/model/records/recordFile.ts";
import type { ImportFile } from "../../../src/model/records/recordFile.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import type { TypeInCatalog } from "../../../src/model/schemas/catalog.ts";

/** A file of records with this text. */
export const fileOf = (text: string, format: Format = "ndjson"): ImportFile => ({
  format,
  bytes: {
    async *chunks() {
      yield done(await Promise.resolve(Buffer.from(text)));
    },
  },
});

/** The records of a file; without a mapping, its keys are mapped by name. */
export async function mappedSource(
  file: ImportFile,
  shape: TypeInCatalog,
  mapping?: Mapping,
): Promise<RecordSource> {
  const { keys } = await surveyFile(file, {});
  return mappedRecordSource(
    file,
    mapping ?? mappingOf([...keys.keys()], shape, file.format),
    shape,
  );
}

/** The records and errors of a file. */
export async function sourced(file: ImportFile, shape: TypeInCatalog, mapping?: Mapping) {
  const all: SourceItem[] = [];
  const source = await mappedSource(file, shape, mapping);
  for await (const sourceItem of source.records()) all.push(sourceItem);
  return all;
}
