import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import type { UserRow } from "../model/connections/userRow.ts";
import { nonEmpty } from "../texts/lists.ts";
import { opening, RowNode } from "./node.ts";

export class UserNode extends RowNode<UserRow> {
  readonly kind = "user";
  readonly action = opening;

  protected draw(row: UserRow): TreeRow {
    const facts = this.facts(row);
    const unusual = [row.blocked ? ".blocked" : "", row.confirmed ? "" : ".unconfirmed"];
    return {
      id: this.id,
      label: row.title,
      description: facts.join(" · "),
      tooltip: [row.title, ...facts],
      iconPath: new vscode.ThemeIcon(row.blocked ? "circle-slash" : "account"),
      contextValue: `user${unusual.join("")}`,
    };
  }

  /** Unusual facts come first because a narrow view cuts off the end. */
  protected facts({ email, blocked, confirmed }: UserRow): string[] {
    return nonEmpty(
      blocked && vscode.l10n.t({ message: "blocked", comment: ["State of a user"] }),
      !confirmed && vscode.l10n.t({ message: "unconfirmed", comment: ["State of a user"] }),
      email,
    );
  }
}
