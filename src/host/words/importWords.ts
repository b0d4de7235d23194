import * as vscode from "vscode";
import type { Intent, Plan, Planned, Refused } from "../../model/importing/plan.ts";
import type { Format } from "../../model/formats/format.ts";
import { countsInWords } from "./batchWords.ts";
import { listed } from "./lists.ts";
import { describe, numeral } from "./words.ts";

/** What becomes of a record, in short. */
export function intentWords(intent: Intent): string {
  switch (intent.kind) {
    case "create":
      return vscode.l10n.t("new");
    case "localize":
      return vscode.l10n.t("a new locale of its document");
    case "change":
      return vscode.l10n.t("changes {0}", listed(intent.names));
    case "link":
      return vscode.l10n.t("adds {0}", listed(intent.names));
  }
}

/** Where a record stands: of an array nobody counts the lines. */
export const lineWords = (line: number, format: Format): string =>
  format === "json"
    ? vscode.l10n.t("Record {0}", numeral(line))
    : vscode.l10n.t("Line {0}", numeral(line));

/** What an import would do, such as `New: 120 · changed: 30 · as they are: 4 · can't be imported: 2`. */
export function planWords({ planned, refused, unchanged, done }: Plan): string {
  const count = (...kinds: readonly Intent["kind"][]) =>
    planned.filter(({ intent }) => kinds.includes(intent.kind)).length;
  const sentence = countsInWords([
    [count("create"), (number) => vscode.l10n.t("new: {0}", number)],
    [count("localize"), (number) => vscode.l10n.t("new locales: {0}", number)],
    [count("change", "link"), (number) => vscode.l10n.t("changed: {0}", number)],
    [unchanged.length, (number) => vscode.l10n.t("as they are: {0}", number)],
    [done.length, (number) => vscode.l10n.t("imported before: {0}", number)],
    [refused.length, (number) => vscode.l10n.t("can't be imported: {0}", number)],
  ]);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Why a record, or a place of the file that is none, can't be imported. */
export const refusedWords = ({ line, title, failure }: Refused, format: Format): string =>
  [`${lineWords(line, format)}:`, title && `'${title}':`, describe(failure)]
    .filter(Boolean)
    .join(" ");

/** Where a planned record stands and goes. */
export const plannedPlace = ({ line, locale, documentId }: Planned, format: Format): string =>
  [lineWords(line, format), locale, documentId].filter(Boolean).join(" · ");
