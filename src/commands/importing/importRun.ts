import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { tell } from "../../host/surfaces/messages.ts";
import { batchResultWords } from "../../texts/batchWords.ts";
import { must } from "../../host/commandFailure.ts";
import {
  importedWords,
  planDetails,
  planWords,
  refusedCountWords,
  convertedWords,
  intentWords,
  plannedPlace,
  refusedRecordWords,
} from "../../texts/importWords.ts";
import { runTask, withProgress } from "../../host/progress.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { progressSteps } from "../../texts/progressWords.ts";
import { numeral, untitled } from "../../texts/words.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import { canUndoEntry } from "../../model/bulk/batch/undoing.ts";
import type { ImportPlan, PlannedRecord } from "../../model/bulk/importing/plan.ts";
import { groupMark } from "../../model/foundation/marks.ts";
import { confirmMany, undoWords, showSides, sidesButton } from "../batch/batchRun.ts";
import { confirmUndo } from "../batch/batchUndo.ts";
import { reportRun } from "../batch/batchResults.ts";
import { visible } from "../../model/foundation/legible.ts";
import { review } from "../../host/reviewPick.ts";
import type { ResultsFile } from "../../model/bulk/files/resultsFile.ts";
import type { Imports } from "../../model/bulk/importing/imports.ts";
import type { ImportTarget, RecordSource } from "../../model/bulk/importing/sourceRecord.ts";
import type { ImportFile } from "../../model/bulk/importing/recordFile.ts";
import type { BatchCommands } from "../batch/batchTargets.ts";

/**
 * Shows a preview, asks for confirmation, runs the import and reports the result. Failed records
 * can be retried: in the same group, and without the records in `before` that the user deselected.
 */
export async function runImport(
  importing: ImportCommands,
  wanted: ImportRequest,
  group: string = randomUUID(),
  before: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { locks } = importing;
  const { connection } = wanted.target;
  await requireUnlocked(locks, connection);
  const plan = await previewPlan(importing, wanted);
  if (plan.refused.length + plan.converted.length > 0) await showProblems(importing, wanted, plan);
  if (plan.planned.length === 0) {
    tell(
      vscode.l10n.t("Nothing to import from {file}: {summary}.", {
        file: wanted.fileName,
        summary: planWords(plan),
      }),
    );
    return;
  }
  const deselected = await reviewPlan(importing, wanted, { plan, before });
  const planned = plan.planned.filter((one) => !deselected.has(nameIn(plan, one)));
  await confirmImport(importing, wanted, { ...plan, planned });
  // The prompts may have been open for a long time.
  await requireUnlocked(locks, connection);
  const results = await importWithProgress(importing, wanted, plan, planned, group);
  if (await report(importing, wanted, plan, results, group))
    await runImport(importing, wanted, group, deselected);
}

async function previewPlan(
  { imports }: ImportCommands,
  wanted: ImportRequest,
): Promise<ImportPlan> {
  const { source, target, results, fileName } = wanted;
  const title = vscode.l10n.t("Preparing the import of {file}", { file: fileName });
  return runTask(title, (signal, say) => {
    const { onRead } = progressSteps(say);
    return imports.preview(source, target, { results, signal, onRead });
  });
}

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

/** Shows the planned changes. Returns the names of the records that the user deselects. */
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

const importButton = (count: number): string =>
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

/** Lists the records that can't be imported or that the service stores with other values. */
async function showProblems(
  { versions }: ImportCommands,
  { fileName, file }: ImportRequest,
  plan: ImportPlan,
): Promise<void> {
  const lines = [
    ...plan.refused.map((record) => refusedRecordWords(record, file.format)),
    ...plan.converted.map((record) => convertedWords(record, file.format)),
  ];
  const text = [planWords(plan), "", ...lines.map(visible), ""].join("\n");
  const name =
    plan.refused.length > 0
      ? vscode.l10n.t("Import {file}: Records with Errors", { file: fileName })
      : vscode.l10n.t("Import {file}: Records with Warnings", { file: fileName });
  const textUri = versions.show(`${name}.txt`, text, name);
  await vscode.window.showTextDocument(textUri, { preserveFocus: true, preview: true });
}

export interface ImportCommands extends BatchCommands {
  readonly imports: Imports;
}

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

async function confirmImport(
  { journal }: ImportCommands,
  { uri, file, fileName, collectionName, connectionName, target, detail, results }: ImportRequest,
  plan: ImportPlan,
): Promise<void> {
  const question = vscode.l10n.t("Import {file} into {collection} on {connection}?", {
    file: fileName,
    collection: collectionName,
    connection: connectionName,
  });
  const undo = vscode.l10n.t(
    "Undo restores updated documents and deletes created documents that aren't referenced. It skips documents that were changed or published after the import.",
  );
  const needed = async () => sizeOf(plan, (await vscode.workspace.fs.stat(uri)).size);
  const words = [
    planWords(plan),
    ...detail,
    ...planDetails(plan, file.format),
    vscode.l10n.t("The result of each record is saved in {file}.", { file: results.name }),
    ...(await undoWords(journal, target.connection, undo, needed)),
  ];
  const count = plan.planned.length;
  await confirmMany(question, words, importButton(count), count);
}

/** The approximate size of a journal entry besides its contents, in bytes. */
const entrySize = 1_000;

/** The approximate size in the journal: the imported share of the file, before and after. */
const sizeOf = ({ planned, index }: ImportPlan, fileSize: number): number =>
  planned.length * ((2 * fileSize) / index.all.length + entrySize);

function importWithProgress(
  { imports }: ImportCommands,
  { source, results, fileName }: ImportRequest,
  plan: ImportPlan,
  planned: readonly PlannedRecord[],
  group: string,
): Promise<readonly ItemResult<PlannedRecord>[]> {
  const without = new Set(plan.planned.map(({ line }) => line));
  for (const { line } of planned) without.delete(line);
  const title = vscode.l10n.t("Importing {file}", { file: fileName });
  return withProgress(title, (signal, say) => {
    const steps = progressSteps(say, planned.length);
    return imports.run(source, plan, { group, results, without, signal, ...steps });
  });
}

/** Shows a notification with actions. Returns whether to retry the remaining records. */
async function report(
  importing: ImportCommands,
  { target: { connection }, results: kept }: ImportRequest,
  plan: ImportPlan,
  results: readonly ItemResult<PlannedRecord>[],
  group: string,
): Promise<boolean> {
  const undo = () => confirmUndo(importing, connection, { id: groupMark(group) });
  return reportRun(importing, {
    connection,
    words: [batchResultWords(importedWords, results), ...refusedCountWords(plan)].join(" "),
    isWarning: results.some(({ outcome }) => outcome !== "done"),
    results,
    showResults: async () => vscode.window.showTextDocument(vscode.Uri.file(kept.path)),
    undo: (await isUndoable(importing, connection, results, group)) ? undo : undefined,
  });
}

/** Whether Undo can revert anything of this run, or of a run that it retries. */
async function isUndoable(
  { journal }: ImportCommands,
  connection: string,
  results: readonly ItemResult<PlannedRecord>[],
  group: string,
): Promise<boolean> {
  if (!journal.isEnabled({ connection })) return false;
  if (results.some(({ outcome }) => outcome === "done")) return true;
  return (await journal.batch(connection, { id: groupMark(group) })).some(canUndoEntry);
}
