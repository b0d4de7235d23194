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
import type { Address } from "../../model/foundation/address.ts";

type Act = (context: RunContext, selection: BatchSelection) => Promise<void>;

export function batchCommands(context: RunContext, targets: Targets): CommandTable {
  const onRows =
    (act: Act, belongs?: (address: Address) => boolean) =>
    (row?: CommandRow, rows?: readonly CommandRow[]) =>
      act(context, selectedRows(row, rows, belongs));
  const onAll = (title: string, act: Act) => async (row?: CommandRow) =>
    act(context, await allThatMatch(context, await targets.collection(row, title)));
  const isNoUser = (address: Address) => !isUser(address);
  return {
    "cms.selection.publish": onRows(publish, isNoUser),
    "cms.selection.unpublish": onRows(unpublish, isNoUser),
    "cms.selection.delete": onRows(deleteAll),
    "cms.selection.setField": (
      row?: CommandRow,
      rows?: readonly CommandRow[],
      given?: { readonly field: string; readonly publishes: boolean },
    ) => setField(context, selectedRows(row, rows, isNoUser), given?.field, given?.publishes),
    "cms.selection.copyIds": onRows(copyIds),
    "cms.collection.publishAll": onAll(vscode.l10n.t("Publish All Matching Documents"), publish),
    "cms.collection.unpublishAll": onAll(
      vscode.l10n.t("Unpublish All Matching Documents"),
      unpublish,
    ),
    "cms.collection.deleteAll": onAll(vscode.l10n.t("Delete All Matching Documents"), deleteAll),
    "cms.collection.setFieldOfAll": onAll(
      vscode.l10n.t("Set Field of All Matching Documents"),
      setField,
    ),
    "cms.collection.copyAllIds": onAll(
      vscode.l10n.t("Copy IDs of All Matching Documents"),
      copyIds,
    ),
    "cms.batch.undo": async (row?: CommandRow) => {
      const { id } = await targets.connection(row);
      await chooseBatchToUndo(context, id);
    },
    "cms.run.pause": () => {
      context.pauses.pause();
    },
    "cms.run.continue": () => {
      context.pauses.continue();
    },
  };
}

const publish: Act = (context, selection) => runBatch(context, publishWanted(context, selection));

/** Asks for an administrator before the preview: without one, the batch can't run. */
async function unpublish(context: RunContext, selection: BatchSelection): Promise<void> {
  const { administrators } = context;
  must(await administrators.call(connectionOf(selection.target), (admin) => admin.me()));
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
const deleteAll: Act = (context, selection) =>
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
