import * as l10n from "@vscode/l10n";
import type { ContentManifest, ExportedType } from "../../model/records/contentManifest.ts";
import type { ExportResult } from "../../model/export/recordExport.ts";
import type { Format } from "../../model/records/recordFormat.ts";
import { describe, numeral } from "../shared/failureWords.ts";
import { listOf, nonEmpty, wordsFor } from "../shared/nameList.ts";
import { countOf } from "../shared/progressWords.ts";

export const formatWords = (format: Format): { readonly label: string; readonly detail: string } =>
  wordsFor(format, {
    ndjson: {
      label: "NDJSON",
      detail: l10n.t("One record per line, for large collections, scripts and imports"),
    },
    json: { label: "JSON", detail: l10n.t("An array of records") },
    csv: {
      label: "CSV",
      detail: l10n.t("One column per field, with arrays as JSON, for spreadsheets"),
    },
  });

export function exportResultWords(
  { outcome, count, failure, isTruncated }: ExportResult,
  total: number,
  file: string,
): string {
  const [written, all] = [numeral(count), numeral(total)];
  if (outcome === "whole") {
    return count === 1
      ? l10n.t("Exported 1 record to {file}.", { file })
      : l10n.t("Exported {count} records to {file}.", { count: written, file });
  }
  const why = failure ? [describe(failure)] : [];
  if (count === 0) {
    return [l10n.t("Nothing was exported. No file was changed."), ...why].join(" ");
  }
  if (outcome === "cancelled") {
    return l10n.t("Export cancelled. Exported {count} of {total} records to {file}.", {
      count: written,
      total: all,
      file,
    });
  }
  const end = isTruncated
    ? [l10n.t("The file is incomplete. Add ] as its last line before you use it.")]
    : [];
  const stopped = l10n.t("The export stopped. Exported {count} of {total} records to {file}.", {
    count: written,
    total: all,
    file,
  });
  return [stopped, ...why, ...end].join(" ");
}

/** Tells the progress of an export of all content, such as `articles (4 of 8): 200`. */
export function contentExportSteps(say: (step: string) => void) {
  let step = "";
  return {
    onType: (type: string, index: number, total: number) => {
      step = `${type} (${countOf(index + 1, total)})`;
      say(step);
    },
    onCount: (count: number) => say(`${step}: ${numeral(count)}`),
  };
}

export const contentExportWords = ({ types }: ContentManifest, folder: string): string =>
  l10n.t("Exported {count} records in {files} files to {folder}.", {
    count: numeral(types.reduce((sum, type) => sum + type.count, 0)),
    files: numeral(types.length),
    folder,
  });

/** The names of the types of which an export of all content lacks something. */
export const incompleteTypes = ({ types, leftOut }: ContentManifest): string[] =>
  [
    ...leftOut,
    ...types.filter((type) => type.hidden ?? type.partial ?? type.leftOut ?? type.missing),
  ].map(({ type }) => type);

/** What an export of all content lacks, and why. */
export function incompleteTypeWords({ types, leftOut }: ContentManifest): string[] {
  return nonEmpty(
    ...leftOut.map(({ type, reason }) => l10n.t("{type} was left out: {reason}", { type, reason })),
    ...types.flatMap(({ type, hidden = [], partial, leftOut: ids = [], missing = [] }) => [
      hidden.length > 0 &&
        l10n.t("{type} lacks fields that the token can't read: {fields}.", {
          type,
          fields: listOf(hidden),
        }),
      partialWords({ type, partial }),
      ids.length > 0 &&
        l10n.t("{type} lacks documents without a documentId, a locale or a draft: {ids}.", {
          type,
          ids: listOf(ids),
        }),
      ...missing.map(({ name: file, reason }) =>
        l10n.t("{file} was not downloaded: {reason}", { file, reason }),
      ),
    ]),
  );
}

export const partialWords = ({
  type,
  partial = [],
}: Pick<ExportedType, "type" | "partial">): string | false =>
  partial.length > 0 &&
  l10n.t("{type} may lack values of these fields: {fields}.", { type, fields: listOf(partial) });
