import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { nonEmpty } from "../texts/lists.ts";
import { numeral, describe } from "../texts/words.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Failure } from "../model/failure.ts";
import { usersType } from "../model/foundation/address.ts";
import type { Accounts } from "../model/connections/accounts.ts";
import { hasListQuery } from "../model/content/listQuery.ts";
import { actionRow } from "./actionNodes.ts";
import { ListingNode } from "./listingNode.ts";
import type { TreeDependencies, TreeNode } from "./node.ts";
import { UserNode } from "./rowNodes.ts";

/** The signed-in user, shown above the other users. */
class MeNode extends UserNode {
  protected override facts(row: UserNode["row"]): string[] {
    return [
      vscode.l10n.t({ message: "you", comment: ["Marks the signed-in user in the list of users"] }),
      ...super.facts(row),
    ];
  }
}

/** A row that shows why the signed-in user is unknown. Selecting it starts a new sign-in. */
export function signInRow(parent: TreeNode, connection: Connection, failure: Failure): TreeNode {
  const label = vscode.l10n.t("Sign In Again as {identifier}", {
    identifier: connection.identifier ?? "",
  });
  const description = describe(failure);
  return actionRow(parent, "signIn", {
    label,
    description,
    tooltip: [label, description],
    icon: "sign-in",
    action: "cms.connection.signIn",
    about: { connection },
  });
}

export class UsersNode extends ListingNode {
  readonly kind = "users";
  readonly #connection: Connection;
  readonly #accounts: Accounts;

  constructor(parent: TreeNode, connection: Connection, { content, accounts }: TreeDependencies) {
    super(parent, { connection: connection.id, type: usersType }, content);
    this.#connection = connection;
    this.#accounts = accounts;
  }

  protected get emptyTexts() {
    return [vscode.l10n.t("No users")] as const;
  }

  item(): TreeRow {
    const { listQuery } = this;
    const { total } = this.listing.view;
    return this.toItem({
      label: vscode.l10n.t("Users"),
      parts: nonEmpty(total !== undefined && numeral(total), ...listQueryWords(listQuery)),
      icon: this.omitsRows ? "filter-filled" : "organization",
      contextValue: hasListQuery(listQuery) ? "users.filtered" : "users",
    });
  }

  override async children(): Promise<readonly TreeNode[]> {
    const [rows, me] = await Promise.all([
      super.children(),
      this.omitsRows ? undefined : this.#me(),
    ]);
    // A duplicate id makes VS Code drop rows.
    return me ? [me, ...rows.filter(({ id }) => id !== me.id)] : rows;
  }

  async #me(): Promise<TreeNode | undefined> {
    const [failure, me] = await this.#accounts.me(this.#connection.id);
    if (failure) return signInRow(this, this.#connection, failure);
    return me && new MeNode(this, me);
  }
}
