import * as vscode from "vscode";
import { describe } from "../host/words/words.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Failure } from "../model/foundation/outcome.ts";
import { actionRow } from "./actionRow.ts";
import type { TreeNode } from "./node.ts";
import { UserNode } from "./userNode.ts";

/** The user who is signed in, above the others. */
export class MeNode extends UserNode {
  protected override facts(row: UserNode["row"]): string[] {
    return [vscode.l10n.t("me"), ...super.facts(row)];
  }
}

/** A row that says why it is not known who is signed in, and lets them sign in again. */
export function signInRow(parent: TreeNode, connection: Connection, failure: Failure): TreeNode {
  const label = vscode.l10n.t("Sign In Again as {0}", connection.identifier ?? "");
  const description = describe(failure);
  return actionRow(parent, "signIn", {
    label,
    description,
    tooltip: `${label}\n${description}`,
    icon: "sign-in",
    action: "cms.connection.signIn",
    about: { connection },
  });
}
