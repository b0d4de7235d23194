import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { numeral, describe } from "../texts/words.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Failure } from "../model/failure.ts";
import { usersType } from "../model/foundation/address.ts";
import type { Content } from "../model/query/listing/content.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import type { Listing } from "../model/query/listing/listing.ts";
import { hidesRows, hasListQuery } from "../model/reading/listQuery.ts";
import { emptyRow, nothingMatches, actionRow } from "./actionNodes.ts";
import { nodesOfRows, movedWords } from "./listingNodes.ts";
import type { TreeDependencies, TreeNode } from "./node.ts";
import type { ListNode } from "./rowNode.ts";
import { UserNode } from "./userNode.ts";

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

/** The user accounts of a connection. */
export class UsersNode implements ListNode {
  readonly kind = "users";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: CollectionAddress;
  readonly #connection: Connection;
  readonly #sources: TreeDependencies;

  constructor(parent: TreeNode, connection: Connection, sources: TreeDependencies) {
    this.id = `${parent.id}/${usersType}`;
    this.parent = parent;
    this.place = { connection: connection.id, type: usersType };
    this.#connection = connection;
    this.#sources = sources;
  }

  item(): TreeRow {
    const label = vscode.l10n.t("Users");
    const { total, hasMoved } = this.listing.view;
    const listQuery = this.#content.listQuery(this.place);
    const parts = [
      ...(total === undefined ? [] : [numeral(total)]),
      ...listQueryWords(listQuery),
      ...(hasMoved ? [movedWords()] : []),
    ];
    return {
      id: this.id,
      label,
      description: parts.join(" · "),
      // A narrow view cuts off the description.
      tooltip: [label, ...parts],
      iconPath: new vscode.ThemeIcon(hidesRows(listQuery) ? "filter-filled" : "organization"),
      contextValue: hasListQuery(listQuery) ? "users.filtered" : "users",
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    };
  }

  async children(): Promise<readonly TreeNode[]> {
    const listQuery = this.#content.listQuery(this.place);
    const toEmpty = () =>
      hidesRows(listQuery)
        ? nothingMatches(this, this.place)
        : emptyRow(this, vscode.l10n.t("No users"));
    const [rows, me] = await Promise.all([
      nodesOfRows(this, { listQuery, toEmpty }),
      hidesRows(listQuery) ? undefined : this.#me(),
    ]);
    // A duplicate id makes VS Code drop rows.
    return me ? [me, ...rows.filter(({ id }) => id !== me.id)] : rows;
  }

  async #me(): Promise<TreeNode | undefined> {
    const [failure, me] = await this.#sources.accounts.me(this.#connection.id);
    if (failure) return signInRow(this, this.#connection, failure);
    return me && new MeNode(this, me);
  }

  get #content(): Content {
    return this.#sources.content;
  }

  get listing(): Listing {
    return this.#content.listing(this.place);
  }
}
