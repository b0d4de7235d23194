import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A row under a connection that has no token, as one of a setting at first: it asks for one. */
export class TokenNode implements TreeNode {
  readonly kind = "token";
  readonly id: string;
  readonly parent: TreeNode;
  readonly connection: Connection;
  readonly children = noChildren;
  readonly action = "cms.connection.editToken";

  constructor(parent: TreeNode, connection: Connection) {
    this.id = `${parent.id}/…token`;
    this.parent = parent;
    this.connection = connection;
  }

  item(): vscode.TreeItem {
    const item = new vscode.TreeItem(vscode.l10n.t("Enter a Token…"));
    item.id = this.id;
    item.description = vscode.l10n.t("none yet for {0}", new URL(this.connection.url).host);
    item.iconPath = new vscode.ThemeIcon("key");
    item.contextValue = "token";
    return item;
  }
}
