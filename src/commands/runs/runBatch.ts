import * as vscode from "vscode";
import { runTask } from "../../host/shared/progressNotification.ts";
import type { BatchPreview, PlannedItem } from "../../model/batch/batches.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import { lostIn } from "../../model/writing/verification.ts";
import { keyOf } from "../../model/foundation/address.ts";
import {
  batchResultWords,
  describeChange,
  differsFromDraft,
  locationWords,
  replacementRows,
  skippedLines,
} from "../../texts/batch/batchWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import { readForPlan, reviewChanges, runPlanned, type PlannedRun } from "./plannedRun.ts";
import { showReport } from "./runReport.ts";
import { confirmUndo } from "./undoRun.ts";
import { connectionOf, type BatchCommand } from "./batchSelection.ts";

type Results = readonly ItemResult<PlannedItem>[];

export const runBatch = (context: RunContext, command: BatchCommand): Promise<void> =>
  runPlanned(context, batchRun(context, command));

function batchRun(context: RunContext, command: BatchCommand): PlannedRun<BatchPreview, Results> {
  const { selection, batchAction, doing, undo, askAgain } = command;
  const connection = connectionOf(selection.target);
  const questionOf = (planned: readonly PlannedItem[]) =>
    command.question(planned, connectionName(context.connections, connection));
  return {
    ...{ doing, connection },
    plan: async () => {
      const preview = await readForPlan(vscode.l10n.t("Preparing the preview"), (steps) =>
        context.batches.preview(selection.target, batchAction, steps),
      );
      if (preview.planned.length > 0) return preview;
      return [vscode.l10n.t("There is nothing to do."), ...skippedLines(preview.skipped)].join(" ");
    },
    review: async (preview) => ({
      ...preview,
      planned: await reviewItems(context, command, preview, questionOf(preview.planned)),
    }),
    question: async ({ planned, skipped }) => {
      const [first, ...others] = planned;
      const addresses = planned.map(({ address }) => address);
      const { findOtherChanges } = batchAction;
      const elsewhere =
        findOtherChanges &&
        (await runTask(vscode.l10n.t("Looking up relations of other documents"), (signal) =>
          findOtherChanges(addresses, { signal }),
        ));
      // The least that the journal needs for the content before and after.
      const bytes = async () => {
        const [, snapshot] = first ? await context.reader.read(first.address) : [];
        return 2 * Buffer.byteLength(snapshot?.text ?? "") * planned.length;
      };
      return {
        question: questionOf(planned),
        details: [
          ...(first && others.length === 0 ? [describeChange(first.change)] : []),
          ...[...selection.detail, ...command.detail],
          ...((await command.lookUpDetail?.(planned)) ?? []),
          ...(elsewhere ? predictedChangesWords(elsewhere) : []),
          ...skippedLines(skipped),
        ],
        button: command.button(planned),
        count: planned.length,
        undo: undo === undefined ? undefined : { words: undo, bytes },
        askAgain: askAgain && (() => askAgain(planned)),
      };
    },
    run: async ({ planned }, steps) => {
      const results = await context.batches.run(planned, batchAction, steps);
      command.onDone?.(results);
      return results;
    },
    report: ({ skipped }, results) => {
      const done = results.filter(({ outcome }) => outcome === "done");
      const goneResults = done.filter(({ item }) => item.change.kind === "deleted");
      const report = { ...command, connection, results, skipped, goneResults };
      return {
        words: batchResultWords(command.done, results),
        isWarning: done.length < results.length || results.some(needsWarning),
        results,
        showResults: () => showReport(context, report),
        undo: undo === undefined ? undefined : (id) => confirmUndo(context, connection, id),
      };
    },
    retry: (_, results) => batchRun(context, { ...command, selection: remaining(results) }),
  };
}

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

const needsWarning = (result: ItemResult<PlannedItem>): boolean =>
  differsFromDraft(result) ||
  result.report?.unverified !== undefined ||
  lostIn(result.report?.deviations ?? []).length > 0;

/** Lists the change of each item, if there are several. Returns the items that stay selected. */
async function reviewItems(
  context: RunContext,
  { selection, batchAction, button }: BatchCommand,
  { planned, skipped }: BatchPreview,
  title: string,
): Promise<readonly PlannedItem[]> {
  const [only] = planned;
  if (planned.length === 1 && only && replacementRows(only.change).length < 2) return planned;
  const [, service] = await context.catalogs.service(connectionOf(selection.target));
  const count = skipped.length;
  const items = planned.map((value) => ({
    description: describeChange(value.change),
    detail: locationWords(value.address, service?.catalog),
    detailRows: replacementRows(value.change).map((row) => ({
      ...row,
      iconPath: new vscode.ThemeIcon("blank"),
    })),
    value,
  }));
  return reviewChanges(context, items, {
    title,
    placeholder:
      count > 0
        ? vscode.l10n.t("Press Enter on an item to compare before and after ({count} skipped)", {
            count: numeral(count),
          })
        : vscode.l10n.t("Press Enter on an item to compare before and after"),
    proceed: button,
    selectHint: vscode.l10n.t("Select the items to include"),
    sidesOf: (item) => context.batches.sides(item, batchAction),
    keyOf: ({ address }) => keyOf(address),
  });
}
