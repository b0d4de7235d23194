import { basename } from "node:path";
import type { ContentLists } from "../browse/contentLists.ts";
import type { FileSurvey, ImportFile } from "../records/recordFile.ts";
import type { Format } from "../records/recordFormat.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { mappedRecordSource, mappingOf, type Mapping } from "./fieldMapping.ts";
import type { ImportTarget, RecordSource, SourceItem } from "./sourceRecord.ts";

/** A file, and how its records become those of a type. */
export interface TypeFile {
  readonly path: string;
  readonly file: ImportFile;
  readonly survey: FileSurvey;
  readonly service: TypedService;
  readonly mapping: Mapping;
  readonly target: ImportTarget;
}

/** Keys are mapped to the fields of their name. Documents are found by their documentId. */
export function typeFileOf(
  read: Pick<TypeFile, "path" | "file" | "survey">,
  service: TypedService,
  lists: ContentLists,
): TypeFile {
  const { type, catalog, connection } = service;
  const collection = { connection, type: type.name };
  const locale = lists.locale(collection, type, catalog.defaultLocale);
  const key = type.kind === "single" ? undefined : "documentId";
  return {
    ...read,
    service,
    mapping: mappingOf([...read.survey.keys.keys()], service, read.file.format),
    target: { ...collection, relations: new Map(), locale, key },
  };
}

/** Where a person finds a record. */
export interface RecordPlace {
  /** The name of the file; absent if there is only one. */
  readonly file?: string;
  /** The line at which the record starts, or its number in a JSON array; both start at 1. */
  readonly line: number;
  readonly format: Format;
}

/** No file that can be read has more lines. */
const maxLines = 2 ** 32;

/** The records of several files, one after the other. The line of a record is unique in all of them. */
export class JoinedFiles implements RecordSource {
  readonly #files: readonly TypeFile[];

  constructor(files: readonly TypeFile[]) {
    this.#files = files;
  }

  async *records(signal?: AbortSignal): AsyncGenerator<SourceItem, void, void> {
    for (const [at, { file, mapping, service, target }] of this.#files.entries()) {
      for await (const item of mappedRecordSource(file, mapping, service).records(signal)) {
        const lineAndType = { line: at * maxLines + item.line, type: target.type };
        yield "record" in item
          ? { ...lineAndType, record: { ...item.record, ...lineAndType } }
          : { ...item, ...lineAndType };
      }
    }
  }

  /** The place of the record with this line. */
  placeOf(line: number): RecordPlace {
    const { path = "", file } = this.#files[Math.floor(line / maxLines)] ?? {};
    const name = this.#files.length > 1 && { file: basename(path) };
    return { ...name, line: line % maxLines, format: file?.format ?? "ndjson" };
  }
}

/** Knows where the records of a plan are. */
export type Places = Pick<JoinedFiles, "placeOf">;
