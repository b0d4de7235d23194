import * as vscode from "vscode";
import { describe } from "../host/words.ts";
import type { Connection } from "../model/connection.ts";
import type { Failure } from "../model/outcome.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";
import { UserNode } from "./userNode.ts";

/** The user who is signed in, above the others. */
export class MeNode extends UserNode {
  protected override facts(row: UserNode["row"]): string[] {
    return [vscode.l10n.t("me"), ...super.facts(row)];
  }
}

/** A row that says why it is not known who is signed in, and lets them sign in again. */
export class SignInNode implements TreeNode {
  readonly kind = "signIn";
  readonly id: string;
  readonly parent: TreeNode;
  readonly connection: Connection;
  readonly children = noChildren;
  readonly action = "cms.connection.signIn";
  readonly #failure: Failure;

  constructor(parent: TreeNode, connection: Connection, failure: Failure) {
    this.id = `${parent.id}/…me`;
    this.parent = parent;
    this.connection = connection;
    this.#failure = failure;
  }

  item(): vscode.TreeItem {
    const { identifier = "" } = this.connection;
    const label = vscode.l10n.t("Sign In Again as {0}", identifier);
    const why = describe(this.#failure);
    const item = new vscode.TreeItem(label);
    item.id = this.id;
    item.description = why;
    item.tooltip = `${label}\n${why}`;
    item.iconPath = new vscode.ThemeIcon("sign-in");
    item.contextValue = "signIn";
    return item;
  }
}
