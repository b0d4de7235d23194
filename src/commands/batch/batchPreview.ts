import * as vscode from "vscode";
import { countWords, describeChange, placeWords } from "../../host/words/batchWords.ts";
import { must } from "../../host/failed.ts";
import { withProgress } from "../../host/progress.ts";
import { tick } from "../../host/tickPick.ts";
import { inert, numeral, untitled } from "../../host/words/words.ts";
import { keyOf } from "../../model/address.ts";
import type { Planned, Preview } from "../../model/batch/batches.ts";
import type { Deed } from "../../model/batch/deed.ts";
import { showSides, sidesButton } from "../beforeAndAfter.ts";
import { nameOf } from "./batching.ts";
import type { Batching, Wanted } from "./batching.ts";

/** Looks at what would be done. */
export function look({ batches }: Batching, { selection, deed, action }: Wanted): Promise<Preview> {
  const title = vscode.l10n.t("{0}: looking at what would change", action);
  return withProgress(title, async (signal, say) => {
    const onRead = (count: number) => {
      say(numeral(count));
    };
    return must(await batches.preview(selection.meant, deed, { signal, onRead }));
  });
}

/** Shows every item with what would become of it, and gives those left ticked; one alone is shown by the question. */
export async function lookThrough(
  batching: Batching,
  wanted: Wanted,
  { planned, leftOut }: Preview,
): Promise<readonly Planned[]> {
  if (planned.length === 1) return planned;
  const [, service] = await batching.catalogs.service(wanted.connection);
  const button = sidesButton();
  const choices = planned.map((value) => ({
    label: inert(value.title || untitled()),
    description: inert(describeChange(value.change)),
    detail: placeWords(value.address, service?.catalog),
    buttons: [button],
    value,
  }));
  const where = nameOf(batching, wanted);
  const title = vscode.l10n.t("{0}: {1} on {2}", wanted.action, countWords(planned), where);
  const placeholder =
    leftOut.length > 0
      ? vscode.l10n.t("Untick what is to stay as it is; left out: {0}", numeral(leftOut.length))
      : vscode.l10n.t("Untick what is to stay as it is");
  const onButton = (item: Planned) => lookAtOne(batching, wanted.deed, item);
  return tick(choices, { title, placeholder, onButton });
}

async function lookAtOne(
  { batches, versions }: Batching,
  deed: Deed,
  item: Planned,
): Promise<void> {
  const sides = must(await batches.sides(item, deed));
  const { title, address } = item;
  await showSides(versions, sides, {
    title,
    change: describeChange(item.change),
    key: keyOf(address),
  });
}
