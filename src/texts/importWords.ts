import * as l10n from "@vscode/l10n";
import type {
  Intent,
  ImportPlan,
  PlannedRecord,
  RefusedRecord,
} from "../model/bulk/importing/plan.ts";
import type { Format } from "../model/bulk/formats/format.ts";
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
