import * as vscode from "vscode";
import {
  deletingWords,
  publishingWords,
  settingWords,
  unpublishingWords,
} from "../../texts/batch/batchActionWords.ts";
import { brief } from "../../texts/batch/batchWords.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { tellCopied } from "../../host/surfaces/messages.ts";
import { requireAdministrator } from "../../host/connect/signInPrompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
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
import { inboundDetail } from "../runs/inboundDetail.ts";
import { chooseBatchToUndo } from "../runs/undoRun.ts";
import type { BatchSelection, BatchCommand } from "../runs/batchSelection.ts";
import { askFieldValue, sideEffectWords } from "./fieldValuePrompt.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import type { RunContext } from "../shared/commandContexts.ts";

export function batchCommands(context: RunContext, targets: Targets): CommandTable {
  const isNoUser = (address: Address) => !isUser(address);
  const allOf = async (row: CommandRow | undefined, title: string) =>
    allThatMatch(context, await targets.collection(row, title));
  return {
    "cms.selection.publish": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      publish(context, selectedRows(row, rows, isNoUser)),
    "cms.selection.unpublish": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      unpublish(context, selectedRows(row, rows, isNoUser)),
    "cms.selection.delete": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      deleteAll(context, selectedRows(row, rows)),
    "cms.selection.setField": (
      row?: CommandRow,
      rows?: readonly CommandRow[],
      given?: { readonly field: string; readonly publishes: boolean },
    ) => setField(context, selectedRows(row, rows, isNoUser), given?.field, given?.publishes),
    "cms.selection.copyIds": (row?: CommandRow, rows?: readonly CommandRow[]) =>
      copyIds(context, selectedRows(row, rows)),
    "cms.collection.publishAll": async (row?: CommandRow) =>
      publish(context, await allOf(row, vscode.l10n.t("Publish All Matching Documents"))),
    "cms.collection.unpublishAll": async (row?: CommandRow) =>
      unpublish(context, await allOf(row, vscode.l10n.t("Unpublish All Matching Documents"))),
    "cms.collection.deleteAll": async (row?: CommandRow) =>
      deleteAll(context, await allOf(row, vscode.l10n.t("Delete All Matching Documents"))),
    "cms.collection.setFieldOfAll": async (row?: CommandRow) =>
      setField(context, await allOf(row, vscode.l10n.t("Set Field of All Matching Documents"))),
    "cms.collection.copyAllIds": async (row?: CommandRow) =>
      copyIds(context, await allOf(row, vscode.l10n.t("Copy IDs of All Matching Documents"))),
    "cms.batch.undo": async (row?: CommandRow) => {
      const { id } = await targets.connection(row);
      await chooseBatchToUndo(context, id);
    },
    "cms.run.pause": () => context.pauses.pause(),
    "cms.run.continue": () => context.pauses.continue(),
  };
}

const publish = (context: RunContext, selection: BatchSelection): Promise<void> =>
  runBatch(context, publishWanted(context, selection));

/** Asks for an administrator before the preview: without one, the batch can't run. */
async function unpublish(context: RunContext, selection: BatchSelection): Promise<void> {
  await requireAdministrator(context, connectionOf(selection.target), "unpublish");
  const batchAction = unpublishAction(context);
  await runBatch(context, { selection, batchAction, ...unpublishingWords() });
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
    lookUpDetail: (planned) => inboundDetail(context, planned),
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
    onDone: (results) => {
      for (const { item, outcome } of publishes ? results : []) {
        const { address } = item;
        // The publish command asks for a confirmation.
        if (outcome === "done")
          void vscode.commands.executeCommand("cms.document.publish", { address });
      }
    },
  });
}

async function copyIds({ batches }: RunContext, { target }: BatchSelection): Promise<void> {
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
