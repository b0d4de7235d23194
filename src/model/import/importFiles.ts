import { basename, join } from "node:path";
import type { ContentLists } from "../browse/contentLists.ts";
import { mediaType } from "../foundation/address.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ContentManifest, ExportedType } from "../records/contentManifest.ts";
import { bytesOf, type FileSurvey, type ImportFile } from "../records/recordFile.ts";
import { formatOfFile, type Format } from "../records/recordFormat.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
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

/** What a person should know of the files of an export before they are imported. */
export interface ExportedFiles {
  /** Those that have records, in the order of the manifest. */
  readonly files: readonly TypeFile[];
  /** The types that the service doesn't have. */
  readonly missingTypes: readonly string[];
  /** The types whose files have another number of records than the export. */
  readonly alteredTypes: readonly (ExportedType & { readonly records: number })[];
  /** The types whose files may lack values. */
  readonly partialTypes: readonly ExportedType[];
}

/** Reads each file of an export of all content once, by `survey`. */
export async function exportedFilesOf(
  { types }: ContentManifest,
  { folder, connection }: { readonly folder: string; readonly connection: string },
  { catalogs, lists }: { readonly catalogs: Catalogs; readonly lists: ContentLists },
  survey: (file: ImportFile, name: string) => Promise<FileSurvey>,
): BulkResult<ExportedFiles> {
  const [denied, service] = await catalogs.service(connection);
  if (denied) return failed(denied);
  if (service.catalog.source === "inferred") return failed({ code: "no-schema" });
  const files: TypeFile[] = [];
  const missingTypes: string[] = [];
  const alteredTypes: ExportedFiles["alteredTypes"][number][] = [];
  const partialTypes: ExportedType[] = [];
  for (const exported of types.filter(({ type }) => type !== mediaType)) {
    const [failure, service] = await catalogs.type(connection, exported.type);
    if (failure?.code === "no-type") {
      missingTypes.push(exported.type);
      continue;
    }
    if (failure) return failed(failure);
    const path = join(folder, exported.file);
    const file = { bytes: bytesOf(path), format: formatOfFile(path) ?? "ndjson" };
    const read = { path, file, survey: await survey(file, exported.file) };
    const { count, flaw } = read.survey;
    if (count !== exported.count) alteredTypes.push({ ...exported, records: count });
    if (exported.partial) partialTypes.push(exported);
    if (count > 0 || flaw) files.push(typeFileOf(read, service, lists));
  }
  return done({ files, missingTypes, alteredTypes, partialTypes });
}

/** Where a person finds a record. */
export interface RecordPlace {
  readonly path: string;
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
    return { ...name, path, line: line % maxLines, format: file?.format ?? "ndjson" };
  }
}

/** Knows where the records of a plan are. */
export type Places = Pick<JoinedFiles, "placeOf">;
