import { basename } from "node:path";
import type { Format } from "../../model/records/recordFormat.ts";
import {
  fieldFilledBy,
  importKeyOf,
  keyFieldsIn,
  mappableFieldAt,
  mappedRecordSource,
  mappingOf,
} from "../../model/import/fieldMapping.ts";
import type { Mapping } from "../../model/import/fieldMapping.ts";
import type { RelationKeyCounts } from "../../model/import/importPlan.ts";
import { surveyFile, bytesOf } from "../../model/records/recordFile.ts";
import type { FileSurvey, ImportFile } from "../../model/records/recordFile.ts";
import type { ImportTarget, RecordSource } from "../../model/import/sourceRecord.ts";
import { usersType } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { collectionHeading } from "../../texts/shared/headings.ts";
import { importDetails, lineWords } from "../../texts/import/importWords.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import { CliError, exitCodes, unwrap } from "../shared/cliError.ts";
import type { CliContext } from "../shared/command.ts";
import { recordFormatOf } from "../shared/fileArguments.ts";
import { applyQueryOptions } from "../shared/queryOptions.ts";
import { chooseType, requireCollection } from "../shared/typeChoice.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

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
  const { model, process } = context;
  const chosen = await chooseType(model, name);
  const { collection } = chosen;
  if (collection.type === usersType) {
    throw new CliError("Users can't be imported, because their passwords can't be imported.");
  }
  requireCollection(chosen, "Only collection types can be imported.");
  applyQueryOptions(model, chosen, { locale: options.locale });
  const service = unwrap(await model.catalogs.type(collection.connection, collection.type));
  const { type, catalog } = service;
  const file = { bytes: bytesOf(path), format: recordFormatOf(path, options.format) };
  const survey = await readRecords(file, path, context);
  const defaultMapping = mappingOf([...survey.keys.keys()], service, file.format);
  const mapping = withChanges(defaultMapping, options.map, survey, service);
  const source = mappedRecordSource(file, mapping, service);
  const key = keyOf(options, mapping);
  const locale = model.lists.locale(collection, type, catalog.defaultLocale);
  const noRelations = new Map<string, string>();
  const targetWithoutRelations = { ...collection, relations: noRelations, locale, key };
  const relationCounts = unwrap(
    await model.imports.relations(source, targetWithoutRelations, process.signal),
  );
  // A relation whose targets have only one attribute in the file needs no option.
  const onlyKeys = relationCounts.flatMap(({ path: relation, keys }) => {
    const [attribute, ...others] = keys.keys();
    return attribute !== undefined && attribute !== "documentId" && others.length === 0
      ? [[relation, attribute] as const]
      : [];
  });
  const chosenKeys = options.relation.map((text) => pairIn(text, "--relation", "author=email"));
  const relations = new Map([...onlyKeys, ...chosenKeys]);
  return {
    fileName: basename(path),
    format: file.format,
    source,
    target: { ...targetWithoutRelations, relations },
    collectionName: collectionHeading(collection, catalog),
    details: [
      ...importDetails(survey, mapping, { service, locale }),
      ...(key === undefined ? ["Each record creates a document, because no key is set."] : []),
      ...relationHints(relationCounts, relations),
    ],
  };
}

function relationHints(
  relationCounts: readonly RelationKeyCounts[],
  relations: ReadonlyMap<string, string>,
): string[] {
  const paths = relationCounts.map(({ path }) => path);
  const unknownPaths = [...relations.keys()].filter((path) => !paths.includes(path));
  const betterKeys = relationCounts.flatMap(({ path, keys }) => {
    const chosen = relations.get(path) ?? "documentId";
    const targetCount = keys.get(chosen)?.matches ?? 0;
    const [best] = [...keys].sort(([, counts], [, others]) => others.matches - counts.matches);
    if (!best || best[1].matches <= targetCount) return [];
    const [name, { matches }] = best;
    return `${path}: ${chosen} finds ${numeral(targetCount)} targets of the first records, and ${name} finds ${numeral(matches)}. To use it, pass --relation ${path}=${name}.`;
  });
  return [
    ...unknownPaths.map((path) => `--relation: The first records have no relation ${path}.`),
    ...betterKeys,
  ];
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
  let changedMapping = mapping;
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
function keyOf({ key, alwaysCreate }: ImportOptions, mapping: Mapping): string | undefined {
  if (alwaysCreate) return undefined;
  const fields = keyFieldsIn(mapping);
  const names = fields.map(({ name }) => name);
  const keyHint = names.length > 0 ? ` The file has these: ${names.join(", ")}.` : "";
  if (key === undefined) {
    throw new CliError(
      `Pass --key with the field that identifies documents.${keyHint} To create a document for each record, pass --always-create.`,
    );
  }
  const field = fields.find((candidate) => [candidate.name, importKeyOf(candidate)].includes(key));
  if (!field) {
    throw new CliError(`--key: ${key} can't identify the documents of the file.${keyHint}`);
  }
  return importKeyOf(field);
}
