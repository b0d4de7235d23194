import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A row under a service that does not tell what it is made of: it asks for the names of collections. */
export class NamingNode implements TreeNode {
  readonly kind = "naming";
  readonly id: string;
  readonly parent: TreeNode;
  readonly connection: Connection;
  readonly children = noChildren;
  readonly action = "cms.connection.nameCollections";

  constructor(parent: TreeNode, connection: Connection) {
    this.id = `${parent.id}/…naming`;
    this.parent = parent;
    this.connection = connection;
  }

  item(): vscode.TreeItem {
    const label = vscode.l10n.t("Name Collections…");
    const item = new vscode.TreeItem(label);
    item.id = this.id;
    item.tooltip = vscode.l10n.t(
      "What is named can be browsed: its fields are inferred from its documents. Opening the folder of the Strapi project does it, too.",
    );
    item.iconPath = new vscode.ThemeIcon("list-unordered");
    item.contextValue = "naming";
    return item;
  }
}
