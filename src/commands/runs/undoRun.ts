import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { showInformation, tell } from "../../host/surfaces/messages.ts";
import { ago } from "../../texts/ago.ts";
import { describeBatch, describeEntries, batchResultWords } from "../../texts/batchWords.ts";
import {
  describeUndone,
  undoPlanWords,
  undoQuestion,
  undoResultWords,
} from "../../texts/undoWords.ts";
import { runTask, withProgress } from "../../host/progress.ts";
import { confirm } from "../../host/prompts.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { connectionName } from "../../texts/environmentWords.ts";
import { nonEmpty } from "../../texts/lists.ts";
import { progressSteps } from "../../texts/progressWords.ts";
import { numeral } from "../../texts/words.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import type { UndoItem } from "../../model/bulk/batch/undoItem.ts";
import { canUndoBatch, planUndo, runUndo } from "../../model/bulk/batch/undoing.ts";
import { UndoneCopies } from "../../model/environments/undoneCopies.ts";
import type { JournalEntry } from "../../model/changes/journal/journal.ts";
import { showReport } from "./runReport.ts";
import type { RunContext } from "../dependencies.ts";

/** Batches that only published are not offered. */
export async function chooseBatchToUndo(context: RunContext, connection: string): Promise<void> {
  const batches = (await context.journal.batches(connection)).filter(canUndoBatch);
  if (batches.length === 0) {
    tell(vscode.l10n.t("There are no batch actions to undo on this connection."));
    return;
  }
  await requireUnlocked(context.locks, connection);
  const states = await context.runs.list(connection);
  const choices = await Promise.all(
    batches.map(async (batch) => {
      const undone = states.get(batch.id)?.undone;
      const entries = await context.journal.batchPreview(connection, batch);
      return {
        label: describeBatch(batch),
        description: nonEmpty(
          ago(new Date(batch.at).toISOString()),
          undone && describeUndone(undone),
        ).join(" · "),
        detail: await batchSummary(context, connection, { entries }),
        value: batch.id,
      };
    }),
  );
  const choice = await showQuickPick(choices, { title: vscode.l10n.t("Undo Batch") });
  if (!choice) throw new vscode.CancellationError();
  await confirmUndo(context, connection, { id: choice.value });
}

/** Such as `kicker · Articles · Magazine`. */
async function batchSummary(
  { catalogs, connections }: RunContext,
  connection: string,
  { entries }: { readonly entries: readonly JournalEntry[] },
): Promise<string> {
  const [, service] = await catalogs.service(connection);
  const name = connections.get(connection)?.name ?? "";
  return describeEntries(entries, service?.catalog, name);
}

/** Undoes one batch after a question, with `notes` in it. Undefined if nothing can be undone. */
export async function confirmUndo(
  context: RunContext,
  connection: string,
  { id, notes = [] }: { readonly id: string; readonly notes?: readonly string[] },
): Promise<readonly ItemResult<UndoItem>[] | undefined> {
  if ((await context.runs.list(connection)).get(id)?.undone === "whole") {
    tell(vscode.l10n.t("This batch was already undone."));
    return undefined;
  }
  const entries = await context.journal.batch(connection, { id });
  await requireUnlocked(context.locks, connection);
  const plan = await runTask(vscode.l10n.t("Checking what can be undone"), (signal, say) => {
    const { onItem } = progressSteps(say);
    return planUndo(entries, context, { signal, onItem });
  });
  const count = plan.planned.length;
  if (count === 0) {
    tell([vscode.l10n.t("Nothing in this batch can be undone."), ...undoPlanWords(plan)].join(" "));
    return undefined;
  }
  const name = connectionName(context.connections, connection);
  const action = vscode.l10n.t("Undo");
  const question = undoQuestion(count, name);
  const button =
    count === 1
      ? vscode.l10n.t("Undo 1 Change")
      : vscode.l10n.t("Undo {count} Changes", { count: numeral(count) });
  const summary = await batchSummary(context, connection, { entries });
  await confirm(question, [summary, ...undoPlanWords(plan), ...notes], button);
  // The question may have been open for a long time.
  await requireUnlocked(context.locks, connection);
  const results = await withProgress(vscode.l10n.t("Undoing the batch"), (signal, say) => {
    const { onItem } = progressSteps(say, count);
    const onDelete = new UndoneCopies(connection, context).forget;
    return runUndo(plan, context, { undoes: id, onDelete, signal, onItem });
  });
  const show = vscode.l10n.t("Show Results");
  const words = batchResultWords(undoResultWords, results);
  if ((await showInformation(words, show)) !== show) return results;
  // A deleted document has another documentId after its restore, and a created one is deleted.
  const goneResults = results.filter(
    ({ item, outcome }) => outcome === "done" && !/^(revert|publish)$/.test(item.kind),
  );
  const done = undoResultWords;
  await showReport(context, { action, done, connection, results, skipped: [], goneResults });
  return results;
}
