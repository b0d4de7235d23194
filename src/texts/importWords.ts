import * as l10n from "@vscode/l10n";
import type {
  Intent,
  ImportPlan,
  PlannedRecord,
  RefusedRecord,
} from "../model/bulk/importing/plan.ts";
import type { Format } from "../model/bulk/formats/format.ts";
import { unmappedKeys } from "../model/bulk/importing/mapping.ts";
import type { Mapping } from "../model/bulk/importing/mapping.ts";
import type { FileSurvey } from "../model/bulk/importing/recordFile.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { textFor } from "./batchWords.ts";
import { listOf } from "./lists.ts";
import { describe, numeral } from "./words.ts";

/** The planned change to a record, in short. */
export function intentWords(intent: Intent): string {
  switch (intent.kind) {
    case "create":
      return l10n.t({ message: "create", comment: ["What the import does with a record"] });
    case "localize":
      return l10n.t({
        message: "add localization",
        comment: ["What the import does with a record"],
      });
    case "change":
      return l10n.t({
        message: "update {fields}",
        args: { fields: listOf(intent.names) },
        comment: ["What the import does with a record"],
      });
    case "link":
      return l10n.t({
        message: "add relations: {fields}",
        args: { fields: listOf(intent.names) },
        comment: ["What the import does with a record"],
      });
  }
}

/** The position of a record in its file. JSON arrays count records instead of lines. */
export const lineWords = (line: number, format: Format): string =>
  format === "json"
    ? l10n.t("Record {number}", { number: numeral(line) })
    : l10n.t("Line {line}", { line: numeral(line) });

/**
 * A summary of an import plan, such as `120 to create, 30 to update, 4 unchanged, 2 with errors`.
 */
export function planWords({ planned, refused, unchanged, done }: ImportPlan): string {
  const count = (...kinds: readonly Intent["kind"][]) =>
    planned.filter(({ intent }) => kinds.includes(intent.kind)).length;
  const localizations = count("localize");
  const counts: readonly (readonly [number, (number: string) => string])[] = [
    [
      count("create"),
      (number) =>
        l10n.t({
          message: "{count} to create",
          args: { count: number },
          comment: ["Number of records of an import"],
        }),
    ],
    [
      localizations,
      (number) =>
        localizations === 1
          ? l10n.t("1 localization to add")
          : l10n.t("{count} localizations to add", { count: number }),
    ],
    [
      count("change", "link"),
      (number) =>
        l10n.t({
          message: "{count} to update",
          args: { count: number },
          comment: ["Number of records of an import"],
        }),
    ],
    [
      unchanged.length,
      (number) =>
        l10n.t({
          message: "{count} unchanged",
          args: { count: number },
          comment: ["Number of records of an import"],
        }),
    ],
    [
      done.length,
      (number) =>
        l10n.t({
          message: "{count} already imported",
          args: { count: number },
          comment: ["Number of records of an import"],
        }),
    ],
    [
      refused.length,
      (number) =>
        l10n.t({
          message: "{count} with errors",
          args: { count: number },
          comment: ["Number of records of an import"],
        }),
    ],
  ];
  return counts.flatMap(([all, words]) => (all > 0 ? words(numeral(all)) : [])).join(", ");
}

/** Why a record, or a part of the file that isn't a record, can't be imported. */
export const refusedWords = ({ line, title, failure }: RefusedRecord, format: Format): string =>
  [`${lineWords(line, format)}:`, title && `'${title}':`, describe(failure)]
    .filter(Boolean)
    .join(" ");

/** The position of a planned record in the file, and its target. */
export const plannedPlace = ({ line, locale, documentId }: PlannedRecord, format: Format): string =>
  [lineWords(line, format), locale, documentId].filter(Boolean).join(" · ");

/** What the user needs to know about the plan before the import runs. */
export const planDetails = (plan: ImportPlan): string[] => [
  ...unclaimedWords(plan),
  ...sharedFieldsWords(plan),
];

function unclaimedWords({ unclaimed, planned }: ImportPlan): string[] {
  const isSafe = unclaimed === 0 || planned.every(({ intent }) => intent.kind !== "create");
  if (isSafe) return [];
  return [
    unclaimed === 1
      ? l10n.t(
          "No record matches 1 document that an earlier import of this file created. The import may create it again.",
        )
      : l10n.t(
          "No record matches {count} documents that an earlier import of this file created. The import may create them again.",
          { count: numeral(unclaimed) },
        ),
  ];
}

function sharedFieldsWords({ ignoringSharedFields: { length: count } }: ImportPlan): string[] {
  if (count === 0) return [];
  return [
    l10n.t(
      "Fields shared across locales are taken from the first record of each document. Adding a localization leaves them unchanged.",
    ),
    count === 1
      ? l10n.t("The values of these fields are skipped in 1 record.")
      : l10n.t("The values of these fields are skipped in {count} records.", {
          count: numeral(count),
        }),
  ];
}

/** The imported records, in a sentence. */
export const importedWords = (records: readonly PlannedRecord[]): string =>
  textFor(records, {
    one: (document) => l10n.t("Imported {document}.", { document }),
    many: (count) => l10n.t("Imported {count} records.", { count }),
  });

/** The number of records that can't be imported, in a sentence. */
export function refusedCountWords({ refused: { length: count } }: ImportPlan): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? l10n.t("1 record has errors and wasn't imported.")
      : l10n.t("{count} records have errors and weren't imported.", {
          count: numeral(count),
        }),
  ];
}

/** Details of the file that the user reads before the import runs. */
export function importDetails(
  { keys }: Pick<FileSurvey, "keys">,
  mapping: Mapping,
  { service, locale }: { readonly service: TypedService; readonly locale: string | undefined },
): string[] {
  const hasLocale = [...mapping.values()].some(({ name }) => name === "locale");
  return [
    ...notMappedWords(unmappedKeys(keys, mapping)),
    ...(locale !== undefined && !hasLocale
      ? [l10n.t("Records have no locale and are imported as {locale}.", { locale })]
      : []),
    service.type.draftAndPublish
      ? l10n.t("The import creates and updates drafts. It doesn't publish.")
      : l10n.t("This collection has no drafts. Saving publishes immediately."),
  ];
}

function notMappedWords(columns: readonly string[]): string[] {
  const [only, ...others] = columns;
  if (only === undefined) return [];
  return [
    others.length === 0
      ? l10n.t("{column} isn't mapped to a field, so it isn't imported.", { column: only })
      : l10n.t("{columns} aren't mapped to fields, so they aren't imported.", {
          columns: listOf(columns),
        }),
  ];
}
