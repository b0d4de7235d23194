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

  constructor(parent: TreeNode, words: string) {
    this.id = `${parent.id}/…empty`;
    this.parent = parent;
    this.#words = words;
  }

  item(): vscode.TreeItem {
    const item = new vscode.TreeItem(this.#words);
    item.id = this.id;
    item.contextValue = "empty";
    return item;
  }
}
