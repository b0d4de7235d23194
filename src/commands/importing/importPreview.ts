import * as vscode from "vscode";
import { visible } from "../../model/foundation/legible.ts";
import {
  convertedWords,
  intentWords,
  planWords,
  plannedPlace,
  refusedWords,
} from "../../texts/importWords.ts";
import { must } from "../../host/commandFailure.ts";
import { review } from "../../host/reviewPick.ts";
import { numeral, untitled } from "../../texts/words.ts";
import type { ImportPlan, PlannedRecord } from "../../model/bulk/importing/plan.ts";
import { showSides, sidesButton } from "../beforeAndAfter.ts";
import type { ResultsFile } from "../../model/bulk/files/resultsFile.ts";
import type { Imports } from "../../model/bulk/importing/imports.ts";
import type { ImportTarget, RecordSource } from "../../model/bulk/importing/sourceRecord.ts";
import type { ImportFile } from "../../model/bulk/importing/recordFile.ts";
import type { BatchCommands } from "../batch/batching.ts";

/** The maximum number of records in the list for review; users can't review a longer list. */
const maxListed = 2_000;

interface PreviewedPlan {
  readonly plan: ImportPlan;
  /** The names of the records that the user deselected when the file was reviewed before. */
  readonly before: ReadonlySet<string>;
}

/** The name of a record, which identifies it in a file that was corrected since. */
export const nameIn = ({ index }: ImportPlan, { line }: PlannedRecord): string =>
  index.at(line)?.name ?? "";

/**
 * Shows the records with their planned changes, and returns the names of those that the user
 * deselects.
 */
export async function reviewPlan(
  importing: ImportCommands,
  wanted: ImportRequest,
  { plan, before }: PreviewedPlan,
): Promise<ReadonlySet<string>> {
  const isPlanned = (one: PlannedRecord) => !before.has(nameIn(plan, one));
  const first = plan.planned.slice(0, maxListed);
  const others = plan.planned.slice(maxListed).filter(isPlanned).length;
  const button = sidesButton();
  const choices = first.map((value) => ({
    label: value.title || untitled(),
    description: intentWords(value.intent),
    detail: plannedPlace(value, wanted.file.format),
    buttons: [button],
    picked: isPlanned(value),
    value,
  }));
  const selected = await review(choices, {
    title: vscode.l10n.t("Import {file}: {summary}", {
      file: wanted.fileName,
      summary: planWords(plan),
    }),
    placeholder: vscode.l10n.t("Press Enter on a record to compare before and after"),
    proceed: ({ length: count }) => importButton(count + others),
    selectHint: selectHint(others),
    onOpen: (item) => showPlanned(importing, wanted, { plan, item }),
  });
  const deselected = new Set(before);
  for (const one of first) deselected.add(nameIn(plan, one));
  for (const one of selected) deselected.delete(nameIn(plan, one));
  return deselected;
}

function selectHint(others: number): string {
  if (others === 0) return vscode.l10n.t("Select the records to import");
  return others === 1
    ? vscode.l10n.t("Select the records to import (1 record that isn't listed is also imported)")
    : vscode.l10n.t(
        "Select the records to import ({count} records that aren't listed are also imported)",
        { count: numeral(others) },
      );
}

/** The label of the button that imports this many records. */
export const importButton = (count: number): string =>
  count === 1
    ? vscode.l10n.t("Import 1 Record")
    : vscode.l10n.t("Import {count} Records", { count: numeral(count) });

async function showPlanned(
  { imports, versions }: ImportCommands,
  { uri, source }: ImportRequest,
  { plan, item }: { readonly plan: ImportPlan; readonly item: PlannedRecord },
): Promise<void> {
  const sides = must(await imports.sides(source, plan, item.line));
  const key = `${uri.toString()} ${item.line}`;
  await showSides(versions, sides, item.title || untitled(), intentWords(item.intent), key);
}

/**
 * Lists the records that can't be imported, and those with values that the service stores as other
 * ones, before the first question.
 */
export async function showProblems(
  { versions }: ImportCommands,
  { fileName, file }: ImportRequest,
  plan: ImportPlan,
): Promise<void> {
  const lines = [
    ...plan.refused.map((record) => refusedWords(record, file.format)),
    ...plan.converted.map((record) => convertedWords(record, file.format)),
  ];
  const text = [planWords(plan), "", ...lines.map(visible), ""].join("\n");
  const name =
    plan.refused.length > 0
      ? vscode.l10n.t("Import {file}: Records with Errors", { file: fileName })
      : vscode.l10n.t("Import {file}: Records with Warnings", { file: fileName });
  const shown = versions.show(`${name}.txt`, text, name);
  await vscode.window.showTextDocument(shown, { preserveFocus: true, preview: true });
}

/** The dependencies of import commands. */
export interface ImportCommands extends BatchCommands {
  readonly imports: Imports;
}

/** An import that the user requested. */
export interface ImportRequest {
  readonly uri: vscode.Uri;
  readonly file: ImportFile;
  readonly source: RecordSource;
  readonly target: ImportTarget;
  readonly results: ResultsFile;
  /** Without its folder. */
  readonly fileName: string;
  readonly collectionName: string;
  /** With its environment, as a question names it. */
  readonly connectionName: string;
  /** Details that the user reads before the import runs. */
  readonly detail: readonly string[];
}
