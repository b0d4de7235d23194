import { basename } from "node:path";
import type { Format } from "../../model/records/recordFormat.ts";
import {
  fieldFilledBy,
  importKeyOf,
  keyFieldsIn,
  mappableFieldAt,
} from "../../model/import/fieldMapping.ts";
import type { Mapping } from "../../model/import/fieldMapping.ts";
import type { RelationKeyCounts } from "../../model/import/importPlan.ts";
import {
  surveyFile,
  bytesOf,
  type FileSurvey,
  type ImportFile,
} from "../../model/records/recordFile.ts";
import {
  exportedFilesOf,
  JoinedFiles,
  typeFileOf,
  type TypeFile,
} from "../../model/import/importFiles.ts";
import { FolderFiles } from "../../model/media/folderFiles.ts";
import type { MediaSource } from "../../model/import/mediaImport.ts";
import type { ImportTarget } from "../../model/import/sourceRecord.ts";
import { readManifest } from "../../model/records/contentManifest.ts";
import { usersType } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { folderDetails, importDetails, lineWords } from "../../texts/import/importWords.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import { nameHint } from "../shared/nameHint.ts";
import { CliError, exitCodes, unwrap } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import { recordFormatOf } from "../shared/fileArguments.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseType } from "../shared/typeChoice.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

export interface ImportOptions extends WriteOptions {
  readonly format?: Format;
  readonly key: readonly string[];
  readonly alwaysCreate?: boolean;
  /** Texts such as `column=field`. */
  readonly map: readonly string[];
  /** Texts such as `author=email`. */
  readonly relation: readonly string[];
  readonly locale?: string;
  readonly media?: boolean;
  readonly resume?: boolean;
  readonly startOver?: boolean;
}

export interface ImportArguments {
  readonly source: JoinedFiles;
  readonly targets: readonly ImportTarget[];
  readonly collectionName: string;
  readonly details: readonly string[];
  /** The media files to upload. */
  readonly media?: MediaSource | undefined;
  /** Whether the service lacks types of a folder. */
  readonly isPartial?: boolean;
}

/**
 * Reads the file once. Throws a CliError for options that don't fit the file or type.
 *
 * @param name What messages call the file.
 */
export async function fileRequestOf(
  context: CliContext,
  type: string,
  path: string,
  options: ImportOptions,
  name = path,
): Promise<ImportArguments> {
  const opened = await typeFile(context, type, path, options);
  const { count, flaw } = opened.survey;
  if (count > 0) return requestOf(context, [opened], ({ path: relation }) => relation);
  if (!flaw) throw new CliError(`${name} has no records.`);
  if (flaw.failure.code === "unreadable-file") {
    throw new CliError(`${name} can't be read: ${flaw.failure.why}`);
  }
  const lineText = lineWords({ line: flaw.line, format: opened.file.format });
  throw new CliError(`${name}: ${lineText}: ${describe(flaw.failure)}`);
}

/** Reads the files of an export of all content once, in the order of its manifest. */
export async function folderRequestOf(
  context: CliContext,
  folder: string,
  options: ImportOptions,
): Promise<ImportArguments> {
  if ((options.format ?? options.locale) !== undefined)
    throw new CliError("A folder has no --format and no --locale. Its files tell both.");
  const [failure, manifest] = await readManifest(folder);
  if (failure) throw new CliError(`${folder}: ${describe(failure)}`);
  const isOf = (type: string) => (text: string) => text.startsWith(`${type}.`);
  const types = manifest.types.map(({ type }) => type);
  const stray = [...options.key, ...options.map, ...options.relation].find(
    (text) => !types.some((type) => isOf(type)(text)),
  );
  if (stray !== undefined) {
    const hint = nameHint(stray.split(".")[0] ?? "", types);
    throw new CliError(
      `${stray}: For a folder, begin with a type of it, as in articles.slug. ${hint}`,
    );
  }
  const { model, process } = context;
  const media = options.media
    ? {
        files: unwrap(await FolderFiles.open(folder, manifest, process.signal)),
        url: model.connection.url,
      }
    : undefined;
  const from = { folder, connection: model.connection.id };
  const survey = (file: ImportFile, name: string) => surveyed(context, file, name);
  const { files, ...gaps } = unwrap(await exportedFilesOf(manifest, from, model, survey));
  const details = folderDetails(gaps);
  if (files.length === 0) throw new CliError([`${folder} has no records.`, ...details].join(" "));
  const changedFiles = files.map((file) => {
    const { type } = file.target;
    const own = (texts: readonly string[]) =>
      texts.filter(isOf(type)).map((text) => text.slice(type.length + 1));
    const [key = "documentId", ...others] = own(options.key);
    const [map, relation] = [own(options.map), own(options.relation)];
    return withOptions(file, { ...options, key: [key, ...others], map, relation });
  });
  const request = await requestOf(context, changedFiles, ({ type, path }) => `${type}.${path}`);
  return {
    ...request,
    details: [...details, ...request.details],
    media,
    isPartial: gaps.missingTypes.length > 0,
  };
}

async function typeFile(
  context: CliContext,
  name: string,
  path: string,
  options: ImportOptions,
): Promise<TypeFile> {
  const { model } = context;
  const chosen = await chooseType(model, name);
  const { connection, type } = chosen.collection;
  if (type === usersType) {
    throw new CliError("Users can't be imported, because their passwords can't be imported.");
  }
  applyQueryOptions(model, chosen, { locale: options.locale });
  const service = unwrap(await model.catalogs.type(connection, type));
  const file = { bytes: bytesOf(path), format: recordFormatOf(path, options.format) };
  const survey = await surveyed(context, file, basename(path));
  return withOptions(typeFileOf({ path, file, survey }, service, model.lists), options);
}

async function surveyed(
  { output, process: { signal } }: CliContext,
  file: ImportFile,
  name: string,
): Promise<FileSurvey> {
  const onRead = (count: number) => {
    if (count % 1_000 === 0) output.progress(`Reading ${name}: ${numeral(count)}`);
  };
  const survey = await surveyFile(file, { signal, onRead });
  if (signal.aborted) throw new CliError("Cancelled.", exitCodes.cancelled);
  return survey;
}

/** The file with the mapping, key and relations that options change. */
function withOptions(file: TypeFile, options: ImportOptions): TypeFile {
  const { survey, service, target } = file;
  if (survey.count === 0) return file;
  const mapping = withChanges(file.mapping, options.map, survey, service);
  const key = service.type.kind === "single" ? undefined : keyOf(options, mapping, service);
  const relations = new Map(
    options.relation.map((text) => pairIn(text, "--relation", "author=email")),
  );
  return { ...file, mapping, target: { ...target, key, relations } };
}

/** @param nameOf How an option names a relation. */
async function requestOf(
  { model, process }: CliContext,
  files: readonly TypeFile[],
  nameOf: (relation: RelationKeyCounts) => string,
): Promise<ImportArguments> {
  const source = new JoinedFiles(files);
  const targets = files.map(({ target }) => target);
  const allCounts = unwrap(await model.imports.relations(source, targets, process.signal));
  const hints: string[] = [];
  const completeTargets = targets.map((target): ImportTarget => {
    const counts = allCounts.filter(({ type }) => type === target.type);
    // A relation whose targets have only one attribute in the file needs no option.
    const onlyKeys = counts.flatMap(({ path, keys }) => {
      const [attribute, ...others] = keys.keys();
      return attribute !== undefined && attribute !== "documentId" && others.length === 0
        ? [[path, attribute] as const]
        : [];
    });
    const relations = new Map([...onlyKeys, ...target.relations]);
    hints.push(...relationHints(counts, relations, nameOf));
    return { ...target, relations };
  });
  const createsAll = files.some(
    ({ target, service: { type } }) => target.key === undefined && type.kind === "collection",
  );
  return {
    source,
    targets: completeTargets,
    collectionName: listOf(files.map(({ service: { type } }) => headingOf(type))),
    details: [
      ...importDetails(files),
      ...(createsAll ? ["Each record creates a document, because no key is set."] : []),
      ...hints,
    ],
  };
}

function relationHints(
  relationCounts: readonly RelationKeyCounts[],
  relations: ReadonlyMap<string, string>,
  nameOf: (relation: RelationKeyCounts) => string,
): string[] {
  const paths = relationCounts.map(({ path }) => path);
  const unknownPaths = [...relations.keys()].filter((path) => !paths.includes(path));
  const betterKeys = relationCounts.flatMap((relation) => {
    const { path, keys } = relation;
    const chosen = relations.get(path) ?? "documentId";
    const targetCount = keys.get(chosen)?.matches ?? 0;
    const [best] = [...keys].sort(([, counts], [, others]) => others.matches - counts.matches);
    if (!best || best[1].matches <= targetCount) return [];
    const [key, { matches }] = best;
    const name = nameOf(relation);
    return `${name}: ${chosen} finds ${numeral(targetCount)} targets of the first records, and ${key} finds ${numeral(matches)}. To use it, pass --relation ${name}=${key}.`;
  });
  return [
    ...unknownPaths.map((path) => {
      const hint = paths.length > 0 ? ` ${nameHint(path, paths, "They have")}` : "";
      return `--relation: The first records have no relation ${path}.${hint}`;
    }),
    ...betterKeys,
  ];
}

/** @param changes Texts such as `column=field`. Without a field, the column is not imported. */
function withChanges(
  mapping: Mapping,
  changes: readonly string[],
  { keys }: FileSurvey,
  service: TypedService,
): Mapping {
  let changedMapping = mapping;
  for (const text of changes) {
    const [column, name] = pairIn(text, "--map", "column=field");
    if (!keys.has(column)) {
      const hint = nameHint(column, [...keys.keys()]);
      throw new CliError(`--map: The file has no column ${column}. ${hint}`);
    }
    const field = mappableFieldAt(name, service);
    if (name !== "" && !field) {
      const hint = nameHint(name, [...service.type.attributes.keys()]);
      throw new CliError(
        `--map: ${service.type.name} has no field ${name} that can be imported. ${hint}`,
      );
    }
    changedMapping = fieldFilledBy(changedMapping, column, field);
  }
  return changedMapping;
}

/** The parts of a text such as `column=field`. The first part may contain an equals sign. */
function pairIn(text: string, option: string, form: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new CliError(`${option} needs a value such as ${form}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The field that identifies documents; undefined if each record creates one. */
function keyOf(
  { key: [key, ...others], alwaysCreate }: ImportOptions,
  mapping: Mapping,
  { type }: TypedService,
): string | undefined {
  if (alwaysCreate) return undefined;
  if (others.length > 0) throw new CliError("Pass --key once, or once for each type of a folder.");
  const fields = keyFieldsIn(mapping);
  const names = fields.map(({ name }) => name);
  const keyHint = names.length > 0 ? ` ${nameHint(key ?? "", names, "The file has these")}` : "";
  if (key === undefined) {
    throw new CliError(
      `Pass --key with the field that identifies documents.${keyHint} To create a document for each record, pass --always-create.`,
    );
  }
  const field = fields.find((candidate) => [candidate.name, importKeyOf(candidate)].includes(key));
  if (!field) {
    throw new CliError(`--key: ${key} can't identify the documents of ${type.name}.${keyHint}`);
  }
  return importKeyOf(field);
}
