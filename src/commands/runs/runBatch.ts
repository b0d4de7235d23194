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
  titleWords,
} from "../../texts/batch/batchWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { predictedChangesWords } from "../../texts/shared/changeReportWords.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { iconButton } from "../../host/shared/prompts.ts";
import { choosing } from "../../host/shared/reviewPick.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import { compareSides, readForPlan, runPlanned, type PlannedRun } from "./plannedRun.ts";
import { showReport } from "./runReport.ts";
import { confirmUndo } from "./undoRun.ts";
import { connectionOf, type BatchCommand } from "./batchSelection.ts";

type Results = readonly ItemResult<PlannedItem>[];

/** `planned` is what the user has not deselected. */
type BatchPlan = BatchPreview & {
  readonly command: BatchCommand;
  readonly all: readonly PlannedItem[];
};

export const runBatch = (context: RunContext, command: BatchCommand): Promise<void> =>
  runPlanned(context, batchRun(context, command));

function batchRun(context: RunContext, initial: BatchCommand): PlannedRun<BatchPlan, Results> {
  const connection = connectionOf(initial.selection.target);
  const plan = async (command: BatchCommand): Promise<BatchPlan> => {
    const { selection, batchAction } = command;
    const preview = await readForPlan(vscode.l10n.t("Preparing the preview"), (steps) =>
      context.batches.preview(selection.target, batchAction, steps),
    );
    return { ...preview, command, all: preview.planned };
  };
  return {
    ...{ doing: initial.doing, connection },
    plan: async () => {
      const batchPlan = await plan(initial);
      if (batchPlan.all.length > 0 || initial.options) return batchPlan;
      return [nothingToDo(), ...skippedLines(batchPlan.skipped)].join(" ");
    },
    question: async (batchPlan) => {
      const { planned, skipped, command } = batchPlan;
      const { selection, undo, askAgain } = command;
      const [first, ...others] = planned;
      const { findOtherChanges } = command.batchAction;
      const addresses = planned.map(({ address }) => address);
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
        question: first
          ? command.question(planned, connectionName(context.connections, connection))
          : nothingToDo(),
        details: [
          ...(first && others.length === 0 ? [describeChange(first.change)] : []),
          ...[...selection.detail, ...command.detail],
          ...((await command.lookUpDetail?.(planned)) ?? []),
          ...(elsewhere ? predictedChangesWords(elsewhere) : []),
          ...skippedLines(skipped),
        ],
        button: command.button(planned),
        undo: undo === undefined ? undefined : { words: undo, bytes },
        askAgain: askAgain && (() => askAgain(planned)),
        list: await planList(context, batchPlan, plan),
      };
    },
    run: async ({ planned, command }, steps) => {
      const results = await context.batches.run(planned, command.batchAction, steps);
      command.onDone?.(results);
      return results;
    },
    report: ({ skipped, command }, results) => {
      const done = results.filter(({ outcome }) => outcome === "done");
      const goneResults = done.filter(({ item }) => item.change.kind === "deleted");
      const report = { ...command, connection, results, skipped, goneResults };
      return {
        words: batchResultWords(command.done, results),
        isWarning: done.length < results.length || results.some(needsWarning),
        results,
        showResults: () => showReport(context, report),
        undo: command.undo === undefined ? undefined : (id) => confirmUndo(context, connection, id),
      };
    },
    retry: ({ command }, results) =>
      batchRun(context, { ...command, selection: remaining(results), options: undefined }),
  };
}

const nothingToDo = (): string => vscode.l10n.t("There is nothing to do.");

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

/** The change of each item, if there are several changes or the user may change the command. */
async function planList(
  context: RunContext,
  batchPlan: BatchPlan,
  plan: (command: BatchCommand) => Promise<BatchPlan>,
) {
  const { planned, all, command } = batchPlan;
  const [only, ...others] = all;
  const isSingle = only && others.length === 0 && replacementRows(only.change).length < 2;
  if (isSingle && !command.options) return undefined;
  const { selection, batchAction, options = [] } = command;
  const [, service] = await context.catalogs.service(connectionOf(selection.target));
  const selected = new Set(planned);
  const items = all.map((value) => ({
    label: value.title || untitled(),
    description: describeChange(value.change),
    detail: locationWords(value.address, service?.catalog),
    picked: selected.has(value),
    value,
  }));
  const listedItems = items.filter(({ picked }) => picked);
  const buttons = [iconButton("diff", vscode.l10n.t("Show Before and After"))];
  const hint = vscode.l10n.t("Select the items to include");
  const title = command.button(planned);
  return {
    count: planned.length,
    placeholder: vscode.l10n.t("Press Enter on an item to compare before and after"),
    actions: [
      ...(items.length > 1
        ? [choosing(items, { title, hint }, (chosen) => ({ ...batchPlan, planned: chosen }))]
        : []),
      ...options.map(({ change, ...option }) => ({
        ...option,
        run: async () => plan(await change()),
      })),
    ],
    errors: [],
    rows: listedItems.flatMap(({ label, description, detail, value: item }) => {
      const value = () =>
        compareSides(
          context,
          { title: label, change: description, key: keyOf(item.address) },
          context.batches.sides(item, batchAction),
        );
      const iconPath = new vscode.ThemeIcon("blank");
      return [
        { label, description, detail, buttons, value },
        ...replacementRows(item.change).map((row) => ({ ...row, iconPath, value })),
      ];
    }),
    lines: () =>
      listedItems.flatMap(({ description, detail, value: { address, title, change } }) => {
        const name = titleWords({ title });
        const link = { start: 0, length: name.length, address, title };
        return [
          { text: `${name} (${detail}): ${description}`, link },
          ...replacementRows(change).map((row) => ({
            text: `    ${row.description}: ${row.label}`,
          })),
        ];
      }),
  };
}
