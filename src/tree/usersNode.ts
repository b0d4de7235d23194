import * as vscode from "vscode";
import type { Content, Place } from "../model/content.ts";
import type { Listing } from "../model/listing.ts";
import { EmptyNode } from "./emptyNode.ts";
import { listedRows } from "./listedRows.ts";
import type { TreeNode } from "./node.ts";
import { UserNode } from "./userNode.ts";

/** The user accounts of a connection. */
export class UsersNode implements TreeNode {
  readonly kind = "users";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: Place;
  readonly #content: Content;

  constructor(parent: TreeNode, place: Place, content: Content) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.#content = content;
  }

  item(): vscode.TreeItem {
    const label = vscode.l10n.t("Users");
    const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
    const total = this.#listing.view.total?.toString();
    item.id = this.id;
    item.description = total ?? "";
    item.iconPath = new vscode.ThemeIcon("organization");
    item.contextValue = "users";
    item.accessibilityInformation = { label: total ? `${label}, ${total}` : label };
    return item;
  }

  children(): Promise<readonly TreeNode[]> {
    return listedRows(this, this.#listing, {
      toNode: (row) => new UserNode(this, row, this.place),
      toEmpty: () => new EmptyNode(this, vscode.l10n.t("No users")),
    });
  }

  get #listing(): Listing {
    return this.#content.listing(this.place);
  }
}
