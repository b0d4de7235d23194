import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { showInformation, showWarning, tell } from "../../host/surfaces/messages.ts";
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
import { numeral } from "../../texts/words.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import { canUndoEntry } from "../../model/bulk/batch/undoing.ts";
import type { ImportPlan, PlannedRecord } from "../../model/bulk/importing/plan.ts";
import { groupMark } from "../../model/changes/journal/journalEntry.ts";
import { confirmMany, undoWords } from "../batch/batchConsent.ts";
import { confirmUndo } from "../batch/batchUndo.ts";
import { importButton, reviewPlan, nameIn, showRefused } from "./importPreview.ts";
import type { ImportCommands, ImportRequest } from "./importPreview.ts";
import { retryButtons, isRetry } from "../batch/batchResults.ts";

/** The properties that a run shares with its retries. */
interface ImportCommand {
  readonly group: string;
  /** The names of the deselected records. */
  readonly deselected: ReadonlySet<string>;
}

/**
 * Shows a preview, asks for confirmation, runs the import and reports the result. Failed records
 * can be retried.
 */
export async function runImport(
  importing: ImportCommands,
  wanted: ImportRequest,
  { group, deselected: before }: ImportCommand = { group: randomUUID(), deselected: new Set() },
): Promise<void> {
  const { locks } = importing;
  const { connection } = wanted.target;
  await requireUnlocked(locks, connection);
  const plan = await previewPlan(importing, wanted);
  if (plan.refused.length > 0) await showRefused(importing, wanted, plan);
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
  const results = await importWithProgress(importing, wanted, { plan, planned, group });
  const isRetried = await report(importing, wanted, { plan, results, group });
  if (isRetried) await runImport(importing, wanted, { group, deselected });
}

async function previewPlan(
  { imports }: ImportCommands,
  wanted: ImportRequest,
): Promise<ImportPlan> {
  const { source, target, results, fileName } = wanted;
  const title = vscode.l10n.t("Preparing the import of {file}", { file: fileName });
  return withProgress(title, async (signal, say) => {
    const onRead = (count: number, total: number | undefined) => {
      const number = numeral(count);
      say(
        total === undefined
          ? number
          : vscode.l10n.t("{count} of {total}", { count: number, total: numeral(total) }),
      );
    };
    return must(await imports.preview(source, target, { results, signal, onRead }));
  });
}

async function confirmImport(
  { journal }: ImportCommands,
  { uri, fileName, collectionName, connectionName, target, detail, results }: ImportRequest,
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
    ...planDetails(plan),
    vscode.l10n.t("The result of each record is saved in {file}.", { file: results.name }),
    ...(await undoWords(journal, { ...target, undo, needed })),
  ];
  const count = plan.planned.length;
  await confirmMany(question, words, { action: importButton(count), count });
}

/** The approximate size of a journal entry besides its contents, in bytes. */
const entrySize = 1_000;

/**
 * The approximate number of bytes in the journal: the imported share of the file, before and after.
 */
const sizeOf = ({ planned, index }: ImportPlan, fileSize: number): number =>
  planned.length * ((2 * fileSize) / index.all.length + entrySize);

interface ImportProgress extends Pick<ImportCommand, "group"> {
  readonly plan: ImportPlan;
  /** The records of the plan that stay selected. */
  readonly planned: readonly PlannedRecord[];
}

function importWithProgress(
  { imports }: ImportCommands,
  { source, results, fileName }: ImportRequest,
  { plan, planned, group }: ImportProgress,
): Promise<readonly ItemResult<PlannedRecord>[]> {
  const without = new Set(plan.planned.map(({ line }) => line));
  for (const { line } of planned) without.delete(line);
  const title = vscode.l10n.t("Importing {file}", { file: fileName });
  return withProgress(title, (signal, say) => {
    const total = numeral(planned.length);
    const onItem = (index: number) => {
      say(vscode.l10n.t("{count} of {total}", { count: numeral(index + 1), total }));
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

interface ImportReport {
  readonly plan: ImportPlan;
  readonly results: readonly ItemResult<PlannedRecord>[];
  readonly group: string;
}

/** Shows a notification with actions. Returns whether to retry the remaining records. */
async function report(
  importing: ImportCommands,
  { target, results: kept }: ImportRequest,
  { plan, results, group }: ImportReport,
): Promise<boolean> {
  const [undo, show] = [vscode.l10n.t("Undo"), vscode.l10n.t("Show Results")];
  const isDone = results.every(({ outcome }) => outcome === "done");
  const hasUndo = await isUndoable(importing, target, { results, group });
  const again = retryButtons(importing, target.connection, results);
  const answers = [...(hasUndo ? [undo] : []), ...again.map(({ label }) => label)];
  const words = [batchResultWords(importedWords, results), ...refusedCountWords(plan)].join(" ");
  const message = isDone ? showInformation : showWarning;
  let answer = await message(words, ...answers, show);
  if (answer === show) {
    await vscode.window.showTextDocument(vscode.Uri.file(kept.path));
    // The user reads why records failed before retrying them, and no other prompt offers a retry.
    answer = isDone ? undefined : await message(words, ...answers);
  }
  if (answer === undo) await confirmUndo(importing, target.connection, { id: groupMark(group) });
  return isRetry(again, answer);
}

/** Whether Undo can revert anything of this run, or of a run that it retries. */
async function isUndoable(
  { journal }: ImportCommands,
  { connection }: ImportRequest["target"],
  { results, group }: Omit<ImportReport, "plan">,
): Promise<boolean> {
  if (!journal.isEnabled({ connection })) return false;
  if (results.some(({ outcome }) => outcome === "done")) return true;
  return (await journal.batch(connection, { id: groupMark(group) })).some(canUndoEntry);
}
