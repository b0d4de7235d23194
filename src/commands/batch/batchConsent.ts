import * as vscode from "vscode";
import { describeChange, skippedLines } from "../../texts/batchWords.ts";
import { ask, confirm } from "../../host/prompts.ts";
import type { PlannedItem, BatchPreview } from "../../model/bulk/batch/batches.ts";
import { connectionOf, selectionName } from "./batchTargets.ts";
import type { BatchCommands, BatchCommand } from "./batching.ts";

/** Above this number of items, the user types the number to confirm. */
const manyItems = 20;

/** Asks for confirmation; throws CancellationError unless the user agrees. */
export async function confirmBatch(
  batching: BatchCommands,
  wanted: BatchCommand,
  { planned, skipped }: BatchPreview,
): Promise<void> {
  const { selection, detail } = wanted;
  const [only] = planned;
  const change = planned.length === 1 && only ? [describeChange(only.change)] : [];
  const words = [
    ...change,
    ...selection.detail,
    ...detail,
    ...((await wanted.lookFurther?.(planned)) ?? []),
    ...skippedLines(skipped),
    ...(await undoWords(batching.journal, connectionOf(selection.target), wanted.undo, () =>
      sizeOf(batching, planned),
    )),
  ];
  const question = wanted.question(planned, selectionName(batching, selection));
  await confirmMany(question, words, wanted.button(planned), planned.length);
  await wanted.askAgain?.(planned);
}

/** Asks for confirmation; for many items, the user types their number. */
export async function confirmMany(
  question: string,
  detail: readonly string[],
  action: string,
  count: number,
): Promise<void> {
  await confirm(question, detail.filter(Boolean), action);
  if (count <= manyItems) return;
  const number = String(count);
  await ask({
    title: question,
    prompt: vscode.l10n.t("Type {count} to continue", { count: number }),
    validateInput: (typed) =>
      typed.trim() === number
        ? undefined
        : vscode.l10n.t("Type {count} to continue.", { count: number }),
  });
}

/**
 * The minimum number of bytes that the journal needs, because it keeps the content before and
 * after.
 */
async function sizeOf({ reader }: BatchCommands, planned: readonly PlannedItem[]): Promise<number> {
  const [first] = planned;
  const [, now] = first ? await reader.read(first.address) : [];
  return 2 * Buffer.byteLength(now?.text ?? "") * planned.length;
}

/**
 * Says what Undo does, if the batch can be undone, and whether the journal has room for that.
 * `needed` returns the number of bytes that the journal is likely to need.
 */
export async function undoWords(
  journal: BatchCommands["journal"],
  connection: string,
  undo: string | undefined,
  needed: () => Promise<number>,
): Promise<string[]> {
  if (undo === undefined) return [];
  if (!journal.isEnabled({ connection }))
    return [vscode.l10n.t("This can't be undone because this connection has no journal.")];
  if ((await needed()) < journal.maxSize) return [undo];
  return [
    undo,
    vscode.l10n.t(
      "The journal may be too small to undo everything. The action stops when the journal is full. Increase the setting cms.journal.maxSizeMB, or change fewer documents at a time.",
    ),
  ];
}
