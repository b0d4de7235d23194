import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { must } from "../../host/commandFailure.ts";
import { runTask } from "../../host/progress.ts";
import { review } from "../../host/reviewPick.ts";
import { tell } from "../../host/surfaces/messages.ts";
import type { BatchPreview, PlannedItem } from "../../model/bulk/batch/batches.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import { lostIn } from "../../model/changes/writing/verification.ts";
import { keyOf } from "../../model/foundation/address.ts";
import {
  batchResultWords,
  describeChange,
  differsFromDraft,
  locationWords,
  replacementRows,
  skippedLines,
} from "../../texts/batchWords.ts";
import { progressSteps } from "../../texts/progressWords.ts";
import { numeral, untitled } from "../../texts/words.ts";
import type { RunContext } from "../dependencies.ts";
import { confirmMany, runPlanned, showSides, sidesButton, undoWords } from "../runs/plannedRun.ts";
import type { PlannedRun } from "../runs/plannedRun.ts";
import { showReport } from "../runs/runReport.ts";
import type { RunReport } from "../runs/runReport.ts";
import { confirmUndo } from "../runs/undoRun.ts";
import type { BatchCommand } from "./batchTargets.ts";
import { connectionOf, selectionName } from "./batchTargets.ts";

type Results = readonly ItemResult<PlannedItem>[];

export const runBatch = (context: RunContext, command: BatchCommand): Promise<void> =>
  runPlanned(context, batchRun(context, command, randomUUID()));

const batchRun = (
  context: RunContext,
  command: BatchCommand,
  group: string,
): PlannedRun<BatchPreview, Results> => ({
  ...{ group, doing: command.doing, connection: connectionOf(command.selection.target) },
  plan: () => previewBatch(context, command),
  agree: async (preview) => {
    const chosenPreview = { ...preview, planned: await reviewItems(context, command, preview) };
    await confirmBatch(context, command, chosenPreview);
    return chosenPreview;
  },
  totalOf: ({ planned }) => planned.length,
  run: async ({ planned }, steps) => {
    const results = await context.batches.run(planned, command.batchAction, steps);
    command.onDone?.(results);
    return results;
  },
  report: ({ skipped }, results) => reportOf(context, command, results, skipped),
  retry: (_, results) => batchRun(context, { ...command, selection: remaining(results) }, group),
});

/** These items are part of the selection, so the details of the whole selection don't apply. */
const remaining = (results: Results): BatchCommand["selection"] => ({
  target: {
    kind: "selected",
    items: results
      .filter(({ outcome }) => outcome !== "done")
      .map(({ item, outcome }) => ({
        ...item,
        previousAttempt: { change: item.change, isUncertain: outcome === "unknown" },
      })),
  },
  detail: [],
});

async function previewBatch(
  { batches }: RunContext,
  { selection, batchAction }: BatchCommand,
): Promise<BatchPreview | undefined> {
  const preview = await runTask(vscode.l10n.t("Preparing the preview"), (signal, say) => {
    const { onRead } = progressSteps(say);
    return batches.preview(selection.target, batchAction, { signal, onRead });
  });
  if (preview.planned.length > 0) return preview;
  tell([vscode.l10n.t("There is nothing to do."), ...skippedLines(preview.skipped)].join(" "));
  return undefined;
}

/** Throws CancellationError unless the user agrees. */
async function confirmBatch(
  context: RunContext,
  command: BatchCommand,
  { planned, skipped }: BatchPreview,
): Promise<void> {
  const { selection, detail } = command;
  const [only] = planned;
  const change = planned.length === 1 && only ? [describeChange(only.change)] : [];
  const words = [
    ...change,
    ...selection.detail,
    ...detail,
    ...((await command.lookFurther?.(planned)) ?? []),
    ...skippedLines(skipped),
    ...(await undoWords(context, connectionOf(selection.target), command.undo, () =>
      sizeOf(context, planned),
    )),
  ];
  const question = command.question(planned, selectionName(context, selection));
  await confirmMany(question, words, command.button(planned), planned.length);
  await command.askAgain?.(planned);
}

/** The least that the journal needs for the content before and after, in bytes. */
async function sizeOf({ reader }: RunContext, planned: readonly PlannedItem[]): Promise<number> {
  const [first] = planned;
  const [, snapshot] = first ? await reader.read(first.address) : [];
  return 2 * Buffer.byteLength(snapshot?.text ?? "") * planned.length;
}

function reportOf(
  context: RunContext,
  command: BatchCommand,
  results: Results,
  skipped: BatchPreview["skipped"],
): RunReport {
  const connection = connectionOf(command.selection.target);
  const done = results.filter(({ outcome }) => outcome === "done");
  const goneResults = done.filter(({ item }) => item.change.kind === "deleted");
  return {
    words: batchResultWords(command.done, results),
    isWarning: done.length < results.length || results.some(needsWarning),
    results,
    hasChanged: done.length > 0,
    showResults: () =>
      showReport(context, { ...command, connection, results, skipped, goneResults }),
    undo: command.undo === undefined ? undefined : (id) => confirmUndo(context, connection, { id }),
  };
}

const needsWarning = (result: ItemResult<PlannedItem>): boolean =>
  differsFromDraft(result) ||
  result.report?.unverified !== undefined ||
  lostIn(result.report?.deviations ?? []).length > 0;

/** Lists the change of each item, if there are several. Returns the items that stay selected. */
async function reviewItems(
  context: RunContext,
  command: BatchCommand,
  { planned, skipped }: BatchPreview,
): Promise<readonly PlannedItem[]> {
  const [only] = planned;
  if (planned.length === 1 && only && replacementRows(only.change).length < 2) return planned;
  const [, service] = await context.catalogs.service(connectionOf(command.selection.target));
  const button = sidesButton();
  const items = planned.map((value) => ({
    label: value.title || untitled(),
    description: describeChange(value.change),
    detail: locationWords(value.address, service?.catalog),
    buttons: [button],
    detailRows: replacementRows(value.change).map(({ label, description }) => ({
      label,
      description,
      iconPath: new vscode.ThemeIcon("blank"),
    })),
    value,
  }));
  return review(items, {
    title: command.question(planned, selectionName(context, command.selection)),
    placeholder:
      skipped.length > 0
        ? vscode.l10n.t("Press Enter on an item to compare before and after ({count} skipped)", {
            count: numeral(skipped.length),
          })
        : vscode.l10n.t("Press Enter on an item to compare before and after"),
    proceed: command.button,
    selectHint: vscode.l10n.t("Select the items to include"),
    onOpen: async (item) => {
      const sides = must(await context.batches.sides(item, command.batchAction));
      const [title, change] = [item.title || untitled(), describeChange(item.change)];
      await showSides(context.versions, sides, title, change, keyOf(item.address));
    },
  });
}
