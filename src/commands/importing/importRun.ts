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
} from "../../texts/importWords.ts";
import { withProgress } from "../../host/progress.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { countOf, numeral } from "../../texts/words.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import { canUndoEntry } from "../../model/bulk/batch/undoing.ts";
import type { ImportPlan, PlannedRecord } from "../../model/bulk/importing/plan.ts";
import { groupMark } from "../../model/changes/journal/journalEntry.ts";
import { confirmMany, undoWords } from "../batch/batchConsent.ts";
import { confirmUndo } from "../batch/batchUndo.ts";
import { importButton, reviewPlan, nameIn, showProblems } from "./importPreview.ts";
import type { ImportCommands, ImportRequest } from "./importPreview.ts";
import { reportRun } from "../batch/batchResults.ts";

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
  return withProgress(title, async (signal, say) => {
    const onRead = (count: number, total: number | undefined) => {
      say(countOf(count, total));
    };
    return must(await imports.preview(source, target, { results, signal, onRead }));
  });
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

/**
 * The approximate number of bytes in the journal: the imported share of the file, before and after.
 */
const sizeOf = ({ planned, index }: ImportPlan, fileSize: number): number =>
  planned.length * ((2 * fileSize) / index.all.length + entrySize);

/** Imports the records of the plan that stay selected. */
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
    const onItem = (index: number) => {
      say(countOf(index + 1, planned.length));
    };
    const onLink = (index: number, all: number) => {
      say(
        vscode.l10n.t("relations: {done} of {total}", {
          done: numeral(index + 1),
          total: numeral(all),
        }),
      );
    };
    return imports.run(source, plan, { group, results, without, signal, onItem, onLink });
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
