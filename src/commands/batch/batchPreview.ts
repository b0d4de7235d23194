import * as vscode from "vscode";
import {
  countWords,
  describeChange,
  replacementRows,
  locationWords,
} from "../../host/words/batchWords.ts";
import { must } from "../../host/commandFailure.ts";
import { withProgress } from "../../host/progress.ts";
import { review } from "../../host/reviewPick.ts";
import { escapeIcons, numeral, untitled } from "../../host/words/words.ts";
import { keyOf } from "../../model/foundation/address.ts";
import type { PlannedItem, BatchPreview } from "../../model/bulk/batch/batches.ts";
import type { BatchAction } from "../../model/bulk/batch/batchAction.ts";
import { showSides, sidesButton } from "../beforeAndAfter.ts";
import { selectionName } from "./batching.ts";
import type { BatchCommands, BatchCommand } from "./batching.ts";

/** Looks at what would be done. */
export function previewBatch(
  { batches }: BatchCommands,
  { selection, deed, action }: BatchCommand,
): Promise<BatchPreview> {
  const title = vscode.l10n.t("{0}: preparing the preview", action);
  return withProgress(title, async (signal, say) => {
    const onRead = (count: number) => {
      say(numeral(count));
    };
    return must(await batches.preview(selection.meant, deed, { signal, onRead }));
  });
}

/** Shows every item with what would become of it, and gives those that are kept; one alone is shown by the question. */
export async function reviewItems(
  batching: BatchCommands,
  wanted: BatchCommand,
  { planned, skipped }: BatchPreview,
): Promise<readonly PlannedItem[]> {
  const [only] = planned;
  if (planned.length === 1 && only && replacementRows(only.change).length < 2) return planned;
  const [, service] = await batching.catalogs.service(wanted.connection);
  const button = sidesButton();
  const items = planned.map((value) => ({
    label: escapeIcons(value.title || untitled()),
    description: escapeIcons(describeChange(value.change)),
    detail: locationWords(value.address, service?.catalog),
    buttons: [button],
    places: replacementRows(value.change).map(({ label, description }) => ({
      label: `$(blank) ${escapeIcons(label)}`,
      description: escapeIcons(description),
    })),
    value,
  }));
  const where = selectionName(batching, wanted);
  const shown = vscode.l10n.t("Press Enter on an item to compare before and after");
  return review(items, {
    title: vscode.l10n.t("{0}: {1} on {2}", wanted.action, countWords(planned), where),
    placeholder:
      skipped.length > 0
        ? vscode.l10n.t("{0} ({1} skipped)", shown, numeral(skipped.length))
        : shown,
    proceed: (count) => vscode.l10n.t("{0}…", wanted.button(count)),
    clear: vscode.l10n.t("Clear the items to leave unchanged"),
    onOpen: (item) => showItem(batching, wanted.deed, item),
  });
}

async function showItem(
  { batches, versions }: BatchCommands,
  deed: BatchAction,
  item: PlannedItem,
): Promise<void> {
  const sides = must(await batches.sides(item, deed));
  const { title, address } = item;
  await showSides(versions, sides, {
    title,
    change: describeChange(item.change),
    key: keyOf(address),
  });
}
