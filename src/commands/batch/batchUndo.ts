import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { showInformation, tell } from "../../host/surfaces/messages.ts";
import { ago } from "../../texts/ago.ts";
import {
  describeBatch,
  describeEntries,
  batchResultWords,
  undoneWords,
  undoQuestion,
  undoResultWords,
} from "../../texts/batchWords.ts";
import { withProgress } from "../../host/progress.ts";
import { confirm } from "../../host/prompts.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import { connectionName } from "../../texts/environmentWords.ts";
import { countOf, numeral } from "../../texts/words.ts";
import { canUndoEntry, canUndoBatch, undoBatch } from "../../model/bulk/batch/undoing.ts";
import type { JournalEntry } from "../../model/changes/journal/journal.ts";
import { showReport } from "./batchResults.ts";
import type { BatchCommands } from "./batchTargets.ts";

/** Undoes one of the journal's batches; batches that only published are not offered. */
export async function chooseBatchToUndo(
  batching: BatchCommands,
  connection: string,
): Promise<void> {
  const batches = (await batching.journal.batches(connection)).filter(canUndoBatch);
  if (batches.length === 0) {
    tell(vscode.l10n.t("There are no batch actions to undo on this connection."));
    return;
  }
  await requireUnlocked(batching.locks, connection);
  const choices = await Promise.all(
    batches.map(async (batch) => ({
      label: describeBatch(batch),
      description: ago(new Date(batch.at).toISOString()),
      detail: await batchSummary(batching, connection, {
        entries: await batching.journal.batchPreview(connection, batch),
      }),
      value: batch.id,
    })),
  );
  const chosen = await showQuickPick(choices, { title: vscode.l10n.t("Undo Batch") });
  if (!chosen) throw new vscode.CancellationError();
  await confirmUndo(batching, connection, { id: chosen.value });
}

/** Such as `kicker · Articles · Magazine`. */
async function batchSummary(
  { catalogs, connections }: BatchCommands,
  connection: string,
  { entries }: { readonly entries: readonly JournalEntry[] },
): Promise<string> {
  const [, service] = await catalogs.service(connection);
  const name = connections.get(connection)?.name ?? "";
  return describeEntries(entries, service?.catalog, name);
}

/** Undoes one batch, after a confirmation that names what is undone. `notes` are added to it. */
export async function confirmUndo(
  batching: BatchCommands,
  connection: string,
  { id, notes = [] }: { readonly id: string; readonly notes?: readonly string[] },
): Promise<void> {
  const entries = (await batching.journal.batch(connection, { id })).filter(canUndoEntry);
  if (entries.length === 0) {
    tell(vscode.l10n.t("Nothing in this batch can be undone."));
    return;
  }
  await requireUnlocked(batching.locks, connection);
  const name = connectionName(batching.connections, connection);
  const action = vscode.l10n.t("Undo");
  const count = entries.length;
  const question = undoQuestion(count, name);
  const button =
    count === 1
      ? vscode.l10n.t("Undo 1 Change")
      : vscode.l10n.t("Undo {count} Changes", { count: numeral(count) });
  const about = await batchSummary(batching, connection, { entries });
  await confirm(question, [about, ...undoneWords(entries), ...notes], button);
  const results = await withProgress(vscode.l10n.t("Undoing the batch"), (signal, say) => {
    const onItem = (index: number) => {
      say(countOf(index + 1, entries.length));
    };
    return undoBatch(entries, batching, { signal, onItem });
  });
  const show = vscode.l10n.t("Show Results");
  const words = batchResultWords(undoResultWords, results);
  if ((await showInformation(words, show)) !== show) return;
  // A deleted document has another documentId after its restore, and a created one is deleted.
  const gone = results.filter(({ item, outcome }) => outcome === "done" && item.action !== "save");
  await showReport(batching, {
    action,
    done: undoResultWords,
    connection,
    results,
    skipped: [],
    gone,
  });
}
