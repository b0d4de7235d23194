import * as vscode from "vscode";
import { numeral } from "../host/words.ts";
import type { Place } from "../model/content.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A row that turns the next page. */
export class MoreNode implements TreeNode {
  readonly kind = "more";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: Place;
  readonly children = noChildren;
  readonly action = "cms.collection.loadMore";
  readonly #shown: number;
  readonly #total: number | undefined;

  constructor(
    parent: TreeNode,
    place: Place,
    { shown, total }: { readonly shown: number; readonly total: number | undefined },
  ) {
    this.id = `${parent.id}/…more`;
    this.parent = parent;
    this.place = place;
    this.#shown = shown;
    this.#total = total;
  }

  item(): vscode.TreeItem {
    const title = this.#total
      ? vscode.l10n.t("{0} of {1}", numeral(this.#shown), numeral(this.#total))
      : numeral(this.#shown);
    const item = new vscode.TreeItem(vscode.l10n.t("Load More"));
    item.id = this.id;
    item.description = title;
    item.iconPath = new vscode.ThemeIcon("ellipsis");
    item.contextValue = "more";
    return item;
  }
}
