import * as vscode from "vscode";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A row that says that there is nothing: the service answered, with no rows. */
export class EmptyNode implements TreeNode {
  readonly kind = "empty";
  readonly id: string;
  readonly parent: TreeNode;
  readonly children = noChildren;
  readonly #words: string;
  readonly #where: string;

  constructor(parent: TreeNode, words: string, where = "") {
    this.id = `${parent.id}/…empty`;
    this.parent = parent;
    this.#words = words;
    this.#where = where;
  }

  item(): vscode.TreeItem {
    const item = new vscode.TreeItem(this.#words);
    item.id = this.id;
    item.description = this.#where;
    item.contextValue = "empty";
    return item;
  }
}
