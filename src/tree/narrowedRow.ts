import * as vscode from "vscode";
import type { CollectionAddress } from "../model/query/listing/content.ts";
import { actionRow } from "./actionRow.ts";
import type { TreeNode } from "./node.ts";

/** A row that leads out of a filter that leaves nothing, or that the service does not take. */
function listQueryRow(
  parent: TreeNode,
  place: CollectionAddress,
  { label, title, command }: ClearQueryAction,
): TreeNode {
  const description = title === label ? "" : title;
  const said = { label, description, icon: "filter", action: command };
  return actionRow(parent, "narrowedRows", { ...said, about: { place } });
}

interface ClearQueryAction {
  readonly label: string;
  readonly title: string;
  readonly command: string;
}

const clear = () => ({
  title: vscode.l10n.t("Clear Filter"),
  command: "cms.collection.clearFilter",
});

/** Where the service answered, with no rows. */
export const nothingMatches = (parent: TreeNode, place: CollectionAddress): TreeNode =>
  listQueryRow(parent, place, { label: vscode.l10n.t("Nothing matches"), ...clear() });

/** Where the service refused what the rows are narrowed to. */
export function clearQueryRow(
  parent: TreeNode,
  place: CollectionAddress,
  hasFilter: boolean,
): TreeNode {
  const change = { title: vscode.l10n.t("Change Filter"), command: "cms.collection.filter" };
  const way = hasFilter ? change : clear();
  return listQueryRow(parent, place, { label: way.title, ...way });
}
