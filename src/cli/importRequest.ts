import { basename } from "node:path";
import { bytesOf } from "../model/bulk/files/localFile.ts";
import type { Format } from "../model/bulk/formats/format.ts";
import {
  fieldFilledBy,
  keyFieldsIn,
  mappableFieldAt,
  mappedRecordSource,
  mappingOf,
} from "../model/bulk/importing/mapping.ts";
import type { Mapping } from "../model/bulk/importing/mapping.ts";
import type { RelationKeyCounts } from "../model/bulk/importing/plan.ts";
import { surveyFile } from "../model/bulk/importing/recordFile.ts";
import type { FileSurvey, ImportFile } from "../model/bulk/importing/recordFile.ts";
import type { ImportTarget, RecordSource } from "../model/bulk/importing/sourceRecord.ts";
import { usersType } from "../model/foundation/address.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { collectionHeading } from "../texts/headings.ts";
import { importDetails, lineWords } from "../texts/importWords.ts";
import { describe, numeral } from "../texts/words.ts";
import { CliError, exitCodes, unwrap } from "./cliError.ts";
import type { CliContext } from "./command.ts";
import { recordFormatOf } from "./files.ts";
import { applyQueryOptions } from "./queryOptions.ts";
import { chooseType } from "./typeChoice.ts";
import type { WriteOptions } from "./writeOptions.ts";

export interface ImportOptions extends WriteOptions {
  readonly format?: Format;
  readonly key?: string;
  readonly alwaysCreate?: boolean;
  /** Texts such as `column=field`. */
  readonly map: readonly string[];
  /** Texts such as `author=email`. */
  readonly relation: readonly string[];
  readonly locale?: string;
  readonly resume?: boolean;
  readonly startOver?: boolean;
}

export interface ImportArguments {
  readonly fileName: string;
  readonly format: Format;
  readonly source: RecordSource;
  readonly target: ImportTarget;
  readonly collectionName: string;
  readonly details: readonly string[];
}

/** Reads the file once. Throws a CliError for options that don't fit the file or type. */
export async function importRequestOf(
  context: CliContext,
  name: string,
  path: string,
  options: ImportOptions,
): Promise<ImportArguments> {
  const { model } = context;
  const service = await collectionNamed(context, name, options);
  const { type, catalog } = service;
  const place = { connection: model.connection.id, type: type.name };
  const file = { bytes: bytesOf(path), format: recordFormatOf(path, options.format) };
  const survey = await readRecords(file, path, context);
  const defaultMapping = mappingOf([...survey.keys.keys()], service);
  const mapping = withChanges(defaultMapping, options.map, survey, service);
  const source = mappedRecordSource(file, mapping, service);
  const key = keyOf(options, mapping);
  const locale = model.content.locale(place, type, catalog.defaultLocale);
  const unrelated = { ...place, relations: new Map<string, string>(), locale, key };
  const { signal } = context.process;
  const seen = unwrap(await model.imports.relations(source, unrelated, signal));
  const relations = relationsOf(options.relation, seen);
  return {
    fileName: basename(path),
    format: file.format,
    source,
    target: { ...unrelated, relations },
    collectionName: collectionHeading(place, catalog),
    details: [
      ...importDetails(survey, mapping, { service, locale }),
      ...(key === undefined ? ["Each record creates a document, because no key is set."] : []),
      ...relationHints(seen, relations),
    ],
  };
}

async function collectionNamed(
  { model }: CliContext,
  name: string,
  { locale }: ImportOptions,
): Promise<TypedService> {
  const chosen = await chooseType(model, name);
  const { place, type } = chosen;
  if (place.type === usersType) {
    throw new CliError("Users can't be imported, because their passwords can't be imported.");
  }
  if (type?.kind === "single") {
    throw new CliError(`${name} is a single type. Only collection types can be imported.`);
  }
  applyQueryOptions(model, chosen, { locale });
  return unwrap(await model.catalogs.type(place.connection, place.type));
}

async function readRecords(
  file: ImportFile,
  path: string,
  { output, process: { signal } }: CliContext,
): Promise<FileSurvey> {
  const onRead = (count: number) => {
    if (count % 1_000 === 0) output.progress(`Reading ${basename(path)}: ${numeral(count)}`);
  };
  const survey = await surveyFile(file, { signal, onRead });
  if (signal.aborted) throw new CliError("Cancelled.", exitCodes.cancelled);
  const { count, flaw } = survey;
  if (count > 0) return survey;
  if (!flaw) throw new CliError(`${path} has no records.`);
  if (flaw.failure.code === "unreadable-file") {
    throw new CliError(`${path} can't be read: ${flaw.failure.why}`);
  }
  throw new CliError(`${path}: ${lineWords(flaw.line, file.format)}: ${describe(flaw.failure)}`);
}

/** @param changes Texts such as `column=field`. Without a field, the column is not imported. */
function withChanges(
  mapping: Mapping,
  changes: readonly string[],
  { keys }: FileSurvey,
  service: TypedService,
): Mapping {
  let changed = mapping;
  for (const text of changes) {
    const [column, name] = pairIn(text, "--map", "column=field");
    if (!keys.has(column)) {
      throw new CliError(
        `--map: The file has no column ${column}. It has: ${[...keys.keys()].join(", ")}.`,
      );
    }
    const field = mappableFieldAt(name, service);
    if (name !== "" && !field) {
      throw new CliError(`--map: ${service.type.name} has no field ${name} that can be imported.`);
    }
    changed = fieldFilledBy(changed, column, field);
  }
  return changed;
}

/** The parts of a text such as `column=field`. The first part may contain an equals sign. */
function pairIn(text: string, option: string, form: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new CliError(`${option} needs a value such as ${form}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The field that identifies documents; undefined if each record creates one. */
function keyOf({ key, alwaysCreate }: ImportOptions, mapping: Mapping): string | undefined {
  if (alwaysCreate) return undefined;
  const names = keyFieldsIn(mapping).map(({ name }) => name);
  const known = names.length > 0 ? ` The file has these: ${names.join(", ")}.` : "";
  if (key === undefined) {
    throw new CliError(
      `Pass --key with the field that identifies documents.${known} To create a document for each record, pass --always-create.`,
    );
  }
  if (!names.includes(key)) {
    throw new CliError(`--key: ${key} can't identify the documents of the file.${known}`);
  }
  return key;
}

/** A relation whose targets have only one attribute in the file needs no option. */
function relationsOf(
  texts: readonly string[],
  seen: readonly RelationKeyCounts[],
): ReadonlyMap<string, string> {
  const only = seen.flatMap(({ path, keys }) => {
    const [name, ...others] = keys.keys();
    return name !== undefined && name !== "documentId" && others.length === 0
      ? [[path, name] as const]
      : [];
  });
  const chosen = texts.map((text) => pairIn(text, "--relation", "author=email"));
  return new Map([...only, ...chosen]);
}

function relationHints(
  seen: readonly RelationKeyCounts[],
  relations: ReadonlyMap<string, string>,
): string[] {
  const paths = seen.map(({ path }) => path);
  const unseen = [...relations.keys()].filter((path) => !paths.includes(path));
  return [
    ...unseen.map((path) => `--relation: The first records have no relation ${path}.`),
    ...seen.flatMap((relation) => betterKey(relation, relations.get(relation.path))),
  ];
}

/** Names the key that finds more targets than the one in use. */
function betterKey({ path, keys }: RelationKeyCounts, chosen = "documentId"): string[] {
  const found = keys.get(chosen)?.found ?? 0;
  const [best] = [...keys].sort(([, one], [, other]) => other.found - one.found);
  if (!best || best[1].found <= found) return [];
  const [name, counts] = best;
  return [
    `${path}: ${chosen} finds ${numeral(found)} targets of the first records, and ${name} finds ${numeral(counts.found)}. To use it, pass --relation ${path}=${name}.`,
  ];
}
