import { lostIn } from "../../model/changes/writing/verification.ts";
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { tell, showDiff } from "../../host/surfaces/messages.ts";
import { must } from "../../host/commandFailure.ts";
import { runTask, withProgress } from "../../host/progress.ts";
import { review } from "../../host/reviewPick.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import {
  differsFromDraft,
  batchResultWords,
  skippedLines,
  describeChange,
  replacementRows,
  locationWords,
} from "../../texts/batchWords.ts";
import { progressSteps } from "../../texts/progressWords.ts";
import { numeral, untitled } from "../../texts/words.ts";
import type { BatchAction, BeforeAndAfter } from "../../model/bulk/batch/batchAction.ts";
import type { PlannedItem, BatchPreview } from "../../model/bulk/batch/batches.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import { groupMark } from "../../model/foundation/marks.ts";
import { keyOf } from "../../model/foundation/address.ts";
import { reportRun, showReport } from "./batchResults.ts";
import { confirmUndo } from "./batchUndo.ts";
import type { BatchCommands, BatchSelection, BatchCommand } from "./batchTargets.ts";
import { connectionOf, selectionName } from "./batchTargets.ts";
import type { Versions } from "../../editor/versions.ts";
import { ask, decide, iconButton } from "../../host/prompts.ts";

/** Shows a preview, asks, runs the batch and reports each result. Failed items can be retried. */
export async function runBatch(
  batching: BatchCommands,
  wanted: BatchCommand,
  group: string = randomUUID(),
): Promise<void> {
  const { locks } = batching;
  const connection = connectionOf(wanted.selection.target);
  await requireUnlocked(locks, connection);
  const preview = await previewBatch(batching, wanted);
  if (preview.planned.length === 0) {
    tell([vscode.l10n.t("There is nothing to do."), ...skippedLines(preview.skipped)].join(" "));
    return;
  }
  const chosen = await reviewItems(batching, wanted, preview);
  await confirmBatch(batching, wanted, { ...preview, planned: chosen });
  // The prompts may have been open for a long time.
  await requireUnlocked(locks, connection);
  const results = await runWithProgress(batching, wanted, chosen, group);
  wanted.onDone?.(results);
  if (!(await report(batching, wanted, results, preview.skipped, group))) return;
  const items = results
    .filter(({ outcome }) => outcome !== "done")
    .map(({ item, outcome }) => ({
      ...item,
      previousAttempt: { change: item.change, isUncertain: outcome === "unknown" },
    }));
  // These items are part of the selection, so the details of the whole selection don't apply.
  const selection: BatchSelection = { target: { kind: "selected", items }, detail: [] };
  await runBatch(batching, { ...wanted, selection }, group);
}

/** Above this number of items, the user types the number to confirm. */
const manyItems = 20;

/** Asks for confirmation; throws CancellationError unless the user agrees. */
async function confirmBatch(
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

/**
 * Asks for confirmation; for many items, the user types their number. Returns false if the user
 * chooses the other answer.
 */
export async function confirmMany(
  question: string,
  detail: readonly string[],
  action: string,
  count: number,
  other?: string,
): Promise<boolean> {
  const answers = other === undefined ? [action] : [action, other];
  if ((await decide(question, detail.filter(Boolean), answers)) === other) return false;
  if (count <= manyItems) return true;
  const number = String(count);
  await ask({
    title: question,
    prompt: vscode.l10n.t("Type {count} to continue", { count: number }),
    validateInput: (typed) =>
      typed.trim() === number
        ? undefined
        : vscode.l10n.t("Type {count} to continue.", { count: number }),
  });
  return true;
}

/** The least that the journal needs for the content before and after, in bytes. */
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

function runWithProgress(
  { batches }: BatchCommands,
  { batchAction, doing }: BatchCommand,
  items: readonly PlannedItem[],
  group: string,
): Promise<readonly ItemResult<PlannedItem>[]> {
  return withProgress(doing, (signal, say) =>
    batches.run(items, batchAction, { group, signal, ...progressSteps(say, items.length) }),
  );
}

/** Shows a notification with actions. Returns whether to retry the remaining items. */
function report(
  batching: BatchCommands,
  wanted: BatchCommand,
  results: readonly ItemResult<PlannedItem>[],
  skipped: BatchPreview["skipped"],
  group: string,
): Promise<boolean> {
  const connection = connectionOf(wanted.selection.target);
  const done = results.filter(({ outcome }) => outcome === "done");
  const gone = done.filter(({ item }) => item.change.kind === "deleted");
  const canUndo =
    wanted.undo !== undefined && batching.journal.isEnabled({ connection }) && done.length > 0;
  return reportRun(batching, {
    connection,
    words: batchResultWords(wanted.done, results),
    isWarning: done.length < results.length || results.some(needsWarning),
    results,
    showResults: () => showReport(batching, { ...wanted, connection, results, skipped, gone }),
    undo: canUndo ? () => confirmUndo(batching, connection, { id: groupMark(group) }) : undefined,
  });
}

/** Whether a published version differs from its draft, or content was lost or couldn't be verified. */
const needsWarning = (result: ItemResult<PlannedItem>): boolean =>
  differsFromDraft(result) ||
  result.report?.unverified !== undefined ||
  lostIn(result.report?.deviations ?? []).length > 0;

function previewBatch(
  { batches }: BatchCommands,
  { selection, batchAction }: BatchCommand,
): Promise<BatchPreview> {
  const title = vscode.l10n.t("Preparing the preview");
  return runTask(title, (signal, say) => {
    const { onRead } = progressSteps(say);
    return batches.preview(selection.target, batchAction, { signal, onRead });
  });
}

/**
 * Lists every item with its planned change, and returns the items that stay selected. The
 * confirmation shows a single item.
 */
async function reviewItems(
  batching: BatchCommands,
  wanted: BatchCommand,
  { planned, skipped }: BatchPreview,
): Promise<readonly PlannedItem[]> {
  const [only] = planned;
  if (planned.length === 1 && only && replacementRows(only.change).length < 2) return planned;
  const [, service] = await batching.catalogs.service(connectionOf(wanted.selection.target));
  const button = sidesButton();
  const items = planned.map((value) => ({
    label: value.title || untitled(),
    description: describeChange(value.change),
    detail: locationWords(value.address, service?.catalog),
    buttons: [button],
    places: replacementRows(value.change).map(({ label, description }) => ({
      label,
      description,
      iconPath: new vscode.ThemeIcon("blank"),
    })),
    value,
  }));
  return review(items, {
    title: wanted.question(planned, selectionName(batching, wanted.selection)),
    placeholder:
      skipped.length > 0
        ? vscode.l10n.t("Press Enter on an item to compare before and after ({count} skipped)", {
            count: numeral(skipped.length),
          })
        : vscode.l10n.t("Press Enter on an item to compare before and after"),
    proceed: wanted.button,
    selectHint: vscode.l10n.t("Select the items to include"),
    onOpen: (item) => showItem(batching, wanted.batchAction, item),
  });
}

async function showItem(
  { batches, versions }: BatchCommands,
  batchAction: BatchAction,
  item: PlannedItem,
): Promise<void> {
  const sides = must(await batches.sides(item, batchAction));
  const { title, change, address } = item;
  await showSides(versions, sides, title || untitled(), describeChange(change), keyOf(address));
}

/** The button of an item that shows its planned change. */
export const sidesButton = (): vscode.QuickInputButton =>
  iconButton("diff", vscode.l10n.t("Show Before and After"));

/** Shows both texts behind the open prompt. `key` distinguishes texts with the same title. */
export async function showSides(
  versions: Versions,
  { before, after }: BeforeAndAfter,
  title: string,
  change: string,
  key: string,
): Promise<void> {
  const [left, right] = [
    versions.show(
      vscode.l10n.t("{document} (before)", { document: title }),
      before,
      `before ${key}`,
    ),
    versions.show(vscode.l10n.t("{document} (after)", { document: title }), after, `after ${key}`),
  ];
  const options = { preview: true, preserveFocus: true };
  await showDiff(left, right, `${title}: ${change}`, options);
}
