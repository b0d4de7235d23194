import * as vscode from "vscode";
import type { Address } from "../model/address.ts";
import type { Place } from "../model/content.ts";
import type { Row, UserRow } from "../model/rows.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";

/** A user account. */
export class UserNode implements TreeNode {
  readonly kind = "user";
  readonly id: string;
  readonly parent: TreeNode;
  readonly address: Address;
  readonly row: Row;
  readonly children = noChildren;

  constructor(parent: TreeNode, row: Row, place: Place) {
    this.id = `${parent.id}/${row.id}`;
    this.parent = parent;
    this.row = row;
    this.address = { ...place, id: row.id };
  }

  item(): vscode.TreeItem {
    const item = new vscode.TreeItem(this.row.title);
    const facts = this.row.kind === "user" ? factsOf(this.row) : [];
    item.id = this.id;
    item.description = facts.join(" · ");
    item.tooltip = [this.row.title, ...facts].join("\n");
    item.iconPath = new vscode.ThemeIcon(isBlocked(this.row) ? "circle-slash" : "account");
    item.contextValue = "user";
    item.command = {
      command: "cms.document.open",
      title: vscode.l10n.t("Open"),
      arguments: [this],
    };
    item.accessibilityInformation = { label: [this.row.title, ...facts].join(", ") };
    return item;
  }
}

const isBlocked = (row: Row): boolean => row.kind === "user" && row.blocked;

/** What is unusual comes first: a narrow view cuts the end. */
const factsOf = ({ email, blocked, confirmed }: UserRow): string[] => [
  ...(blocked ? [vscode.l10n.t("blocked")] : []),
  ...(confirmed ? [] : [vscode.l10n.t("unconfirmed")]),
  email,
];
