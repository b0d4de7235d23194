import * as vscode from "vscode";
import {
  deletingWords,
  publishingWords,
  settingWords,
  unpublishingWords,
} from "../../texts/batch/batchActionWords.ts";
import { brief } from "../../texts/batch/batchWords.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { must } from "../../host/shared/commandFailure.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { tellCopied } from "../../host/surfaces/messages.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { isUser } from "../../model/foundation/address.ts";
import type { BatchTarget, PlannedItem } from "../../model/batch/batches.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
  unpublishAction,
} from "../../model/batch/documentActions.ts";
import { runBatch } from "../runs/runBatch.ts";
import {
  allThatMatch,
  connectionOf,
  selectedRows,
  oneCollection,
  typesOf,
} from "../runs/batchSelection.ts";
import { readForPlan } from "../runs/plannedRun.ts";
import { chooseBatchToUndo } from "../runs/undoRun.ts";
import type { BatchSelection, BatchCommand } from "../runs/batchSelection.ts";
import { askFieldValue, sideEffectWords } from "./fieldValuePrompt.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import type { RunContext } from "../shared/commandContexts.ts";

export function batchCommands(dependencies: RunContext, targets: Targets): CommandTable {
  const documents = (row: CommandRow | undefined, rows: readonly CommandRow[] | undefined) =>
    selectedRows(row, rows, (address) => !isUser(address));
  const matching = async (row: CommandRow | undefined, title: string) =>
    allThatMatch(dependencies, await targets.collection(row, title));
  return {
    "cms.selection.publish": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      runBatch(dependencies, publishWanted(dependencies, documents(row, rows))),
    "cms.selection.unpublish": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      unpublish(dependencies, documents(row, rows)),
    "cms.selection.delete": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      deleteAll(dependencies, selectedRows(row, rows)),
    "cms.selection.setField": (
      row?: CommandRow,
      rows?: readonly CommandRow[],
      given?: { readonly field: string; readonly publishes: boolean },
    ) => setField(dependencies, documents(row, rows), given?.field, given?.publishes),
    "cms.selection.copyIds": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      copyIds(dependencies, selectedRows(row, rows).target),
    "cms.collection.publishAll": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Publish All Matching Documents");
      await runBatch(dependencies, publishWanted(dependencies, await matching(row, title)));
    },
    "cms.collection.unpublishAll": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Unpublish All Matching Documents");
      await unpublish(dependencies, await matching(row, title));
    },
    "cms.collection.deleteAll": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Delete All Matching Documents");
      await deleteAll(dependencies, await matching(row, title));
    },
    "cms.collection.setFieldOfAll": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Set Field of All Matching Documents");
      await setField(dependencies, await matching(row, title));
    },
    "cms.collection.copyAllIds": async (row?: CommandRow) => {
      const { target } = await matching(row, vscode.l10n.t("Copy IDs of All Matching Documents"));
      await copyIds(dependencies, target);
    },
    "cms.batch.undo": async (row?: CommandRow) => {
      const { id } = await targets.connection(row);
      await chooseBatchToUndo(dependencies, id);
    },
    "cms.run.pause": () => {
      dependencies.pauses.pause();
    },
    "cms.run.continue": () => {
      dependencies.pauses.continue();
    },
  };
}

/** Asks for an administrator before the preview: without one, the batch can't run. */
async function unpublish(dependencies: RunContext, selection: BatchSelection): Promise<void> {
  must(
    await dependencies.administrators.call(connectionOf(selection.target), (admin) => admin.me()),
  );
  await runBatch(dependencies, {
    selection,
    batchAction: unpublishAction(dependencies),
    ...unpublishingWords(),
  });
}

export const publishWanted = (context: RunContext, selection: BatchSelection): BatchCommand => ({
  selection,
  batchAction: publishAction(context),
  ...publishingWords(),
  detail: nonEmpty(
    context.connections.get(connectionOf(selection.target))?.adminEmail === undefined &&
      vscode.l10n.t("Unpublishing requires signing in as an administrator."),
  ),
});

/** The selection may contain users. */
const deleteAll = (context: RunContext, selection: BatchSelection): Promise<void> =>
  runBatch(context, {
    selection,
    batchAction: deleteAction(context),
    ...deletingWords(typesOf(selection.target)),
  });

/** A field belongs to one type. */
async function setField(
  context: RunContext,
  all: BatchSelection,
  name?: string,
  publishes = false,
): Promise<void> {
  await requireUnlocked(context.locks, connectionOf(all.target));
  const title = vscode.l10n.t("Set Field: Choose a Collection");
  const { selection, service, field } = await withBack(async () => {
    const chosen = await oneCollection(context, all, title);
    return { ...chosen, field: await askFieldValue(chosen.service, name) };
  });
  await runBatch(context, {
    selection,
    batchAction: setFieldAction(context, field.name, field.value),
    ...settingWords(field.name, brief(field.value)),
    detail: await sideEffectWords(field, service),
    onDone: publishes ? publishDone : undefined,
  });
}

/** The publish command asks for a confirmation. */
function publishDone(results: readonly ItemResult<PlannedItem>[]): void {
  for (const { item, outcome } of results) {
    const { address } = item;
    if (outcome === "done")
      void vscode.commands.executeCommand("cms.document.publish", { address });
  }
}

async function copyIds({ batches }: RunContext, target: BatchTarget): Promise<void> {
  const title = vscode.l10n.t("Copying IDs");
  const items = await readForPlan(title, (steps) => batches.find(target, steps));
  const ids = [...new Set(items.map(({ address }) => address.id))];
  await vscode.env.clipboard.writeText(ids.join("\n"));
  tellCopied(
    ids.length === 1
      ? vscode.l10n.t("Copied 1 ID")
      : vscode.l10n.t("Copied {count} IDs", { count: numeral(ids.length) }),
  );
}
