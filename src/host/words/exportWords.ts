import * as vscode from "vscode";
import type { ExportResult } from "../../model/bulk/exporting/exporting.ts";
import type { Format } from "../../model/bulk/formats/format.ts";
import { describe, numeral } from "./words.ts";

/** A format's name and its purpose in one line. */
export function formatWords(format: Format): { readonly label: string; readonly detail: string } {
  const words = {
    ndjson: {
      label: "NDJSON",
      detail: vscode.l10n.t("A record a line: for large collections, scripts and Import"),
    },
    json: { label: "JSON", detail: vscode.l10n.t("One array of records") },
    csv: {
      label: "CSV",
      detail: vscode.l10n.t("For spreadsheets: a column for each field, lists as JSON"),
    },
  };
  return words[format];
}

/** The result of an export, and the location of the written file. */
export function exportResultWords(
  { outcome, count, failure, isTruncated }: ExportResult,
  total: number,
  file: string,
): string {
  const [written, all] = [numeral(count), numeral(total)];
  if (outcome === "whole") return vscode.l10n.t("Exported records: {0}, to {1}.", written, file);
  const why = failure ? describe(failure) : "";
  if (count === 0) return vscode.l10n.t("Nothing was exported, and no file was changed. {0}", why);
  if (outcome === "cancelled") {
    return vscode.l10n.t("Cancelled. Exported records: {0} of {1}, to {2}.", written, all, file);
  }
  const end = isTruncated
    ? vscode.l10n.t("It lacks its last line: add a ] before it is read.")
    : "";
  const words = [why, end].filter(Boolean).join(" ");
  return vscode.l10n.t(
    "The export stopped. Exported records: {0} of {1}, to {2}. {3}",
    written,
    all,
    file,
    words,
  );
}
