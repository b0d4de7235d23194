import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { describeBatch, describeEntries, batchResultWords } from "../../texts/batch/batchWords.ts";
import {
  describeUndone,
  undoPlanWords,
  undoQuestion,
  undoResultWords,
} from "../../texts/history/undoWords.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { UndoItem } from "../../model/history/undoItem.ts";
import { canUndoBatch, planUndo, runUndo, type UndoPlan } from "../../model/history/runUndo.ts";
import { forgetUndoneCopies } from "../../model/copy/undoneCopies.ts";
import type { JournalEntry } from "../../model/journal/journal.ts";
import { readForPlan, runPlanned, type PlannedRun } from "./plannedRun.ts";
import { showReport } from "./runReport.ts";
import type { RunContext } from "../shared/commandContexts.ts";

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
      const entries = await context.journal.batchPreview(connection, batch);
      return {
        label: describeBatch(batch),
        description: nonEmpty(
          ago(new Date(batch.at).toISOString()),
          describeUndone(states.get(batch.id)),
        ).join(" · "),
        detail: await batchSummary(context, connection, entries),
        value: batch.id,
      };
    }),
  );
  const choice = await showQuickPick(choices, { title: vscode.l10n.t("Undo Batch") });
  if (!choice) throw new vscode.CancellationError();
  await confirmUndo(context, connection, choice.value);
}

/** Such as `kicker · Articles · Magazine`. */
async function batchSummary(
  { catalogs, connections }: RunContext,
  connection: string,
  entries: readonly JournalEntry[],
): Promise<string> {
  const [, service] = await catalogs.service(connection);
  const name = connections.get(connection)?.name ?? "";
  return describeEntries(entries, service?.catalog, name);
}

/**
 * Undoes the batch with this id after a question, with `notes` in it. Calls `onUndone`
 * after each attempt with its results.
 */
export async function confirmUndo(
  context: RunContext,
  connection: string,
  id: string,
  notes: readonly string[] = [],
  onUndone?: (results: readonly ItemResult<UndoItem>[]) => Promise<void>,
): Promise<void> {
  if ((await context.runs.list(connection)).get(id)?.undone === "whole") {
    tell(vscode.l10n.t("This batch was already undone."));
    return;
  }
  const entries = await context.journal.batch(connection, { id });
  await runPlanned(context, undoRun(context, { connection, id, entries, notes, onUndone }));
}

/** A retry plans again, and so leaves out what is undone. */
function undoRun(
  context: RunContext,
  undo: {
    readonly connection: string;
    readonly id: string;
    readonly entries: readonly JournalEntry[];
    readonly notes: readonly string[];
    readonly onUndone?: ((results: readonly ItemResult<UndoItem>[]) => Promise<void>) | undefined;
  },
): PlannedRun<UndoPlan, readonly ItemResult<UndoItem>[]> {
  const { connection, id, entries, notes, onUndone } = undo;
  const action = vscode.l10n.t("Undo");
  return {
    connection,
    doing: vscode.l10n.t("Undoing the batch"),
    plan: async () => {
      const plan = await readForPlan(vscode.l10n.t("Checking what can be undone"), (steps) =>
        planUndo(entries, context, steps),
      );
      if (plan.planned.length > 0) return plan;
      const nothing = vscode.l10n.t("Nothing in this batch can be undone.");
      return [nothing, ...undoPlanWords(plan)].join(" ");
    },
    question: async (plan) => {
      const { length: count } = plan.planned;
      const summary = await batchSummary(context, connection, entries);
      return {
        question: undoQuestion(count, connectionName(context.connections, connection)),
        details: [summary, ...undoPlanWords(plan), ...notes],
        button:
          count === 1
            ? vscode.l10n.t("Undo 1 Change")
            : vscode.l10n.t("Undo {count} Changes", { count: numeral(count) }),
      };
    },
    run: async (plan, steps) => {
      const onDelete = forgetUndoneCopies(connection, context);
      const results = await runUndo(plan, context, { undoes: id, onDelete, ...steps });
      await onUndone?.(results);
      return results;
    },
    report: (_, results) => ({
      words: batchResultWords(undoResultWords, results),
      isWarning: results.some(({ outcome }) => outcome === "untried"),
      results,
      showResults: () => {
        // A deleted document has another documentId after its restore, and a created one is deleted.
        const goneResults = results.filter(
          ({ item, outcome }) => outcome === "done" && !/^(revert|publish)$/.test(item.kind),
        );
        const done = undoResultWords;
        return showReport(context, { action, done, connection, results, skipped: [], goneResults });
      },
    }),
    retry: () => undoRun(context, undo),
  };
}
