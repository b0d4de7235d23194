import * as vscode from "vscode";
import type { Place } from "../model/content.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A row that leads out of a filter that leaves nothing, or that the service does not take. */
class NarrowedNode implements TreeNode {
  readonly kind = "narrowed";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: Place;
  readonly children = noChildren;
  readonly action: string;
  readonly #label: string;
  readonly #title: string;

  constructor(parent: TreeNode, place: Place, { label, title, command }: Way) {
    this.id = `${parent.id}/…narrowed`;
    this.parent = parent;
    this.place = place;
    this.#label = label;
    this.#title = title;
    this.action = command;
  }

  item(): vscode.TreeItem {
    const title = this.#title;
    const item = new vscode.TreeItem(this.#label);
    item.id = this.id;
    item.description = title === this.#label ? "" : title;
    item.iconPath = new vscode.ThemeIcon("filter");
    item.contextValue = "narrowedRows";
    return item;
  }
}

interface Way {
  readonly label: string;
  readonly title: string;
  readonly command: string;
}

const clear = () => ({
  title: vscode.l10n.t("Clear Filter"),
  command: "cms.collection.clearFilter",
});

/** Where the service answered, with no rows. */
export const nothingMatches = (parent: TreeNode, place: Place): TreeNode =>
  new NarrowedNode(parent, place, { label: vscode.l10n.t("Nothing matches"), ...clear() });

/** Where the service refused what the rows are narrowed to. */
export function wayOut(parent: TreeNode, place: Place, hasFilter: boolean): TreeNode {
  const change = { title: vscode.l10n.t("Change Filter"), command: "cms.collection.filter" };
  const way = hasFilter ? change : clear();
  return new NarrowedNode(parent, place, { label: way.title, ...way });
}
