import * as l10n from "@vscode/l10n";
import type {
  Intent,
  ImportPlan,
  PlannedRecord,
  RefusedRecord,
} from "../../model/import/importPlan.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { Finding } from "../../model/foundation/valueProblem.ts";
import type {
  ExportedFiles,
  Places,
  RecordPlace,
  TypeFile,
} from "../../model/import/importFiles.ts";
import { unmappedKeys, unmappedRequired } from "../../model/import/fieldMapping.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { countedText, undoneCounts } from "../batch/batchWords.ts";
import { countsText } from "../shared/countWords.ts";
import { describeFinding } from "../shared/validationWords.ts";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import { partialWords } from "../export/exportWords.ts";
import { listOf, nonEmpty, wordsBy } from "../shared/nameList.ts";
import { otherChangesWords } from "../shared/changeReportWords.ts";
import { describe, numeral } from "../shared/failureWords.ts";

export function intentWords(intent: Intent): string {
  return wordsBy<"kind", Intent>({
    create: () => l10n.t({ message: "create", comment: ["What the import does with a record"] }),
    localize: () =>
      l10n.t({ message: "add localization", comment: ["What the import does with a record"] }),
    change: ({ names }) =>
      l10n.t({
        message: "update {fields}",
        args: { fields: listOf(names) },
        comment: ["What the import does with a record"],
      }),
    link: ({ names }) =>
      l10n.t({
        message: "add relations: {fields}",
        args: { fields: listOf(names) },
        comment: ["What the import does with a record"],
      }),
  })(intent.kind, intent);
}

/** JSON arrays count records instead of lines. */
export function lineWords({ file, line: number, format }: Omit<RecordPlace, "path">): string {
  const line = numeral(number);
  if (file === undefined)
    return format === "json"
      ? l10n.t("Record {number}", { number: line })
      : l10n.t("Line {line}", { line });
  return format === "json"
    ? l10n.t("{file}, record {number}", { file, number: line })
    : l10n.t("{file}, line {line}", { file, line });
}

/** What an import (with `done` and `empty`) or a copy (with `publishing` and `files`) counts in its plan. */
type CountedPlan = Readonly<Record<"refused" | "unchanged", readonly unknown[]>> &
  Readonly<Partial<Record<"done" | "empty" | "publishing", readonly unknown[]>>> &
  Partial<Pick<CopyPlan, "files">>;

type Intended = Pick<PlannedRecord, "intent">;

const countIntents = (items: readonly Intended[], ...kinds: readonly Intent["kind"][]): number =>
  items.filter(({ intent }) => kinds.includes(intent.kind)).length;

/** A summary of a plan, such as `120 to create, 30 to update, 4 unchanged, 2 with errors`. */
export function planWords(plan: CountedPlan & { readonly planned: readonly Intended[] }): string {
  const { planned, refused, unchanged, publishing = [], files = [] } = plan;
  const { done = [], empty = [] } = plan;
  return countsText({
    toCreate: countIntents(planned, "create"),
    localizationsToAdd: countIntents(planned, "localize"),
    toUpdate: countIntents(planned, "change", "link"),
    filesToUpload: files.filter(({ match }) => match === "upload").length,
    toPublish: publishing.length,
    unchanged: unchanged.length,
    alreadyImported: done.length,
    withoutValues: empty.length,
    withErrors: refused.length,
  });
}

/** A summary of results, such as `12 created, 3 updated, 1 failed`. */
export function writtenWords(
  results: readonly ItemResult<Intended>[],
  { refused, unchanged, done = [], empty = [] }: CountedPlan,
): string {
  const written = results.flatMap(({ item, outcome }) => (outcome === "done" ? item : []));
  const { skipped, failed, unknown, untried } = undoneCounts(results);
  return countsText({
    created: countIntents(written, "create"),
    localized: countIntents(written, "localize"),
    updated: countIntents(written, "change", "link"),
    unchanged: unchanged.length,
    alreadyImported: done.length,
    withoutValues: empty.length,
    skipped,
    failed: failed + refused.length,
    ...{ unknown, untried },
  });
}

export const refusedRecordWords = (
  { line, title, failure }: RefusedRecord,
  places: Places,
): string =>
  nonEmpty(`${lineWords(places.placeOf(line))}:`, title && `'${title}':`, describe(failure)).join(
    " ",
  );

export const plannedPlace = (
  { line, locale, documentId, elsewhere }: PlannedRecord,
  places: Places,
): string =>
  nonEmpty(
    ...[lineWords(places.placeOf(line)), locale, documentId],
    ...otherChangesWords(elsewhere),
  ).join(" · ");

export const convertedWords = (
  { line, title, conversions }: ImportPlan["converted"][number],
  places: Places,
): string =>
  nonEmpty(
    `${lineWords(places.placeOf(line))}:`,
    title && `'${title}':`,
    conversionWords(conversions),
  ).join(" ");

export const conversionWords = (conversions: readonly Finding[] = []): string =>
  conversions.map(describeFinding).join(" ");

const maxNamed = 5;

export const firstConversions = (texts: readonly string[]): string[] => {
  const others = texts.length - maxNamed;
  return nonEmpty(
    ...texts.slice(0, maxNamed),
    others === 1 && l10n.t("1 more has values that the service stores differently."),
    others > 1 &&
      l10n.t("{count} more have values that the service stores differently.", {
        count: numeral(others),
      }),
  );
};

export function planDetails(plan: ImportPlan, places: Places): string[] {
  const { converted, planned, unclaimed, ignoringSharedFields } = plan;
  const mayRepeat = planned.some(({ intent }) => intent.kind === "create");
  const ignoring = ignoringSharedFields.length;
  return nonEmpty(
    ...firstConversions(converted.map((record) => convertedWords(record, places))),
    ...otherChangesWords(planned.flatMap(({ elsewhere }) => elsewhere)),
    mayRepeat &&
      unclaimed === 1 &&
      l10n.t(
        "No record matches 1 document that an earlier import of this file created. The import may create it again.",
      ),
    mayRepeat &&
      unclaimed > 1 &&
      l10n.t(
        "No record matches {count} documents that an earlier import of this file created. The import may create them again.",
        { count: numeral(unclaimed) },
      ),
    ignoring > 0 &&
      l10n.t(
        "Fields shared across locales are taken from the first record of each document. Adding a localization leaves them unchanged.",
      ),
    ignoring === 1 && l10n.t("The values of these fields are skipped in 1 record."),
    ignoring > 1 &&
      l10n.t("The values of these fields are skipped in {count} records.", {
        count: numeral(ignoring),
      }),
  );
}

export const importQuestion = (
  { fileName, collectionName }: { readonly fileName: string; readonly collectionName: string },
  connection: string,
): string =>
  l10n.t("Import {file} into {collection} on {connection}?", {
    file: fileName,
    collection: collectionName,
    connection,
  });

export const importedWords = countedText((document, count) => [
  l10n.t("Imported {document}.", { document }),
  l10n.t("Imported {count} records.", { count }),
]);

/** The records that a run does not write, whose plan says so already. */
export const notImportedWords = ({ refused, empty }: ImportPlan): string[] =>
  nonEmpty(
    refused.length === 1 && l10n.t("1 record has errors and wasn't imported."),
    refused.length > 1 &&
      l10n.t("{count} records have errors and weren't imported.", {
        count: numeral(refused.length),
      }),
    empty.length === 1 && l10n.t("1 record has no values and was passed over."),
    empty.length > 1 &&
      l10n.t("{count} records have no values and were passed over.", {
        count: numeral(empty.length),
      }),
  );

/** What a person should know of the files before they are imported. */
export function importDetails(files: readonly TypeFile[]): string[] {
  const details = files.flatMap((file) => {
    const prefix = files.length > 1 ? `${headingOf(file.service.type)}: ` : "";
    return mappingDetails(file).map((line) => prefix + line);
  });
  const types = files.map(({ service }) => service.type);
  const live = types.filter(({ draftAndPublish }) => !draftAndPublish);
  return nonEmpty(
    ...details,
    live.length < types.length &&
      l10n.t("The import creates and updates drafts. It doesn't publish."),
    live.length > 0 &&
      l10n.t("No drafts: {types}. Saving publishes immediately.", {
        types: listOf(live.map(headingOf)),
      }),
  );
}

/** What the folder of an export lacks, or what the service lacks for it. */
export const folderDetails = ({
  missingTypes,
  alteredTypes,
  partialTypes,
}: Omit<ExportedFiles, "files">): string[] =>
  nonEmpty(
    missingTypes.length > 0 &&
      l10n.t("Not imported, because the service has no such type: {types}.", {
        types: listOf(missingTypes),
      }),
    ...alteredTypes.map(({ file, count, records }) =>
      l10n.t("Records in {file}: {count}. The export had {total}.", {
        file,
        count: numeral(records),
        total: numeral(count),
      }),
    ),
    ...partialTypes.map(partialWords),
  );

export const requiredWords = (names: readonly string[]): string =>
  names.length === 1
    ? l10n.t("The required field {fields} is not mapped, so new documents lack it.", {
        fields: listOf(names),
      })
    : l10n.t("Required fields are not mapped, so new documents lack them: {fields}.", {
        fields: listOf(names),
      });

function mappingDetails({ survey: { keys }, mapping, target, service }: TypeFile): string[] {
  const { locale } = target;
  const requiredNames = unmappedRequired(mapping, service.type);
  const hasLocale = [...mapping.values()].some(({ identity }) => identity === "locale");
  const columns = unmappedKeys(keys, mapping);
  return nonEmpty(
    columns.length === 1 &&
      l10n.t("{column} isn't mapped to a field, so it isn't imported.", {
        column: listOf(columns),
      }),
    columns.length > 1 &&
      l10n.t("{columns} aren't mapped to fields, so they aren't imported.", {
        columns: listOf(columns),
      }),
    requiredNames.length > 0 && requiredWords(requiredNames),
    locale !== undefined &&
      !hasLocale &&
      l10n.t("Records have no locale and are imported as {locale}.", { locale }),
  );
}
