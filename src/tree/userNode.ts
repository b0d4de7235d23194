import * as vscode from "vscode";
import type { UserRow } from "../model/connections/userRow.ts";
import { opening } from "./node.ts";
import { RowNode } from "./rowNode.ts";

/** A user account. */
export class UserNode extends RowNode<UserRow> {
  readonly kind = "user";
  readonly action = opening;

  protected draw(row: UserRow): vscode.TreeItem {
    const item = new vscode.TreeItem(row.title);
    const facts = this.facts(row);
    item.id = this.id;
    item.description = facts.join(" · ");
    item.tooltip = [row.title, ...facts].join("\n");
    item.iconPath = new vscode.ThemeIcon(row.blocked ? "circle-slash" : "account");
    const unusual = [row.blocked ? ".blocked" : "", row.confirmed ? "" : ".unconfirmed"];
    item.contextValue = `user${unusual.join("")}`;
    return item;
  }

  /** Unusual facts come first because a narrow view cuts off the end. */
  protected facts({ email, blocked, confirmed }: UserRow): string[] {
    return [
      ...(blocked ? [vscode.l10n.t({ message: "blocked", comment: ["State of a user"] })] : []),
      ...(confirmed
        ? []
        : [vscode.l10n.t({ message: "unconfirmed", comment: ["State of a user"] })]),
      email,
    ];
  }
}
