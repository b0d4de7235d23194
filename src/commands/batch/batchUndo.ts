import * as vscode from "vscode";
import { ago } from "../../host/words/ago.ts";
import { countWords, describeBatch, whatBecame } from "../../host/words/batchWords.ts";
import { tell } from "../../host/notices.ts";
import { withProgress } from "../../host/progress.ts";
import { confirm } from "../../host/prompts.ts";
import { unlocked } from "../../host/unlocking.ts";
import { numeral, plain } from "../../host/words/words.ts";
import { canBeUndone, hasWayBack, undoBatch } from "../../model/batch/undoing.ts";
import type { Entry } from "../../model/journal/journal.ts";
import { showReport } from "./batchResults.ts";
import type { Batching } from "./batching.ts";

/** Takes back one of the batches that the journal has, but those that only published. */
export async function undoAny(batching: Batching, connection: string): Promise<void> {
  const batches = (await batching.journal.batches(connection)).filter(hasWayBack);
  if (batches.length === 0) {
    tell(vscode.l10n.t("There is no batch of this connection left to undo."));
    return;
  }
  await unlocked(batching.locks, connection);
  const choices = batches.map((batch) => ({
    label: describeBatch(batch),
    description: ago(new Date(batch.at).toISOString()),
    value: batch.id,
  }));
  const chosen = await vscode.window.showQuickPick(choices, { title: undoTitle() });
  if (!chosen) throw new vscode.CancellationError();
  await undoOne(batching, connection, chosen.value);
}

const undoTitle = (): string => vscode.l10n.t("Undo Batch");

/** Takes back one batch, after a question that says what comes back and what does not. */
export async function undoOne(batching: Batching, connection: string, id: string): Promise<void> {
  const entries = (await batching.journal.batch(connection, { id })).filter(canBeUndone);
  if (entries.length === 0) {
    tell(vscode.l10n.t("Nothing of it can be undone from here."));
    return;
  }
  await unlocked(batching.locks, connection);
  const name = batching.connections.get(connection)?.name ?? "";
  const action = vscode.l10n.t("Undo");
  const question = vscode.l10n.t("{0}: {1} on {2}?", action, countWords(entries), name);
  await confirm(question, whatComesBack(entries).join("\n"), action);
  const results = await withProgress(undoTitle(), (signal, say) => {
    const onItem = (index: number) => {
      say(vscode.l10n.t("{0} of {1}", numeral(index + 1), numeral(entries.length)));
    };
    return undoBatch(entries, batching, { signal, onItem });
  });
  const show = vscode.l10n.t("Show Results");
  const words = plain(whatBecame(action, results));
  if ((await vscode.window.showInformationMessage(words, show)) !== show) return;
  await showReport(batching, { action, connection, results, leftOut: [] });
}

const whatComesBack = (entries: readonly Entry[]): string[] => [
  ...(entries.some(({ action }) => action === "save")
    ? [vscode.l10n.t("What changed again since stays as it is.")]
    : []),
  ...(entries.some(({ action }) => action === "create" || action === "localize")
    ? [
        vscode.l10n.t(
          "What was made is deleted, where nobody changed or published it since, and nothing points to it. Links from dynamic zones, and from what the token may not read, can't be looked up.",
        ),
      ]
    : []),
  ...(entries.some(({ action }) => action === "delete")
    ? [
        vscode.l10n.t(
          "What was deleted comes back as drafts, under new documentIds; what pointed to it does not.",
        ),
      ]
    : []),
];
