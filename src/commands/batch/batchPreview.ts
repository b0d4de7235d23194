import * as vscode from "vscode";
import { countWords, describeChange, placeWords } from "../../host/words/batchWords.ts";
import { must } from "../../host/failed.ts";
import { withProgress } from "../../host/progress.ts";
import { tick } from "../../host/tickPick.ts";
import { inert, numeral, untitled } from "../../host/words/words.ts";
import { keyOf } from "../../model/address.ts";
import type { Planned, Preview } from "../../model/batch/batches.ts";
import type { Deed } from "../../model/batch/deed.ts";
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
  const button = {
    iconPath: new vscode.ThemeIcon("diff"),
    tooltip: vscode.l10n.t("Show Before and After"),
  };
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
  const onButton = (item: Planned) => showSides(batching, wanted.deed, item);
  return tick(choices, { title, placeholder, onButton });
}

async function showSides(
  { batches, versions }: Batching,
  deed: Deed,
  item: Planned,
): Promise<void> {
  const { before, after } = must(await batches.sides(item, deed));
  const title = item.title || untitled();
  const [left, right] = [
    versions.show(vscode.l10n.t("{0} (before)", title), before, `before ${keyOf(item.address)}`),
    versions.show(vscode.l10n.t("{0} (after)", title), after, `after ${keyOf(item.address)}`),
  ];
  const options = { preview: true, preserveFocus: true };
  await vscode.commands.executeCommand(
    "vscode.diff",
    left,
    right,
    `${title}: ${describeChange(item.change)}`,
    options,
  );
}
