import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { shortReason } from "../texts/errorWords.ts";
import { describe } from "../texts/words.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { remediesOf } from "../model/remedies.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";
import type { Failure } from "../model/failure.ts";

/** A row that shows why rows are missing. Selecting it retries. */
export class FailureNode implements TreeNode {
  readonly kind = "failure";
  readonly id: string;
  readonly parent: TreeNode;
  /** The collection whose page failed to load; absent if the connection itself failed. */
  readonly place: CollectionAddress | undefined;
  readonly children = noChildren;
  readonly action = "cms.content.retry";
  readonly #failure: Failure;

  constructor(parent: TreeNode, failure: Failure, place?: CollectionAddress) {
    this.id = `${parent.id}/…failure`;
    this.parent = parent;
    this.place = place;
    this.#failure = failure;
  }

  /** The connection of the row, used by commands that fix the failure. */
  get connection(): Connection | undefined {
    return this.#root.connection;
  }

  item(): TreeRow {
    const { isAway } = this.#root;
    const why = isAway ? retrying() : describe(this.#failure);
    const retry = vscode.l10n.t({
      message: "Retry",
      comment: ["At the end of the description of a tree item that retries when it is selected"],
    });
    // A narrow view cuts off the end of a sentence.
    const [label, ...facts] = isAway ? [why] : (shortReason(this.#failure) ?? [why]);
    return {
      id: this.id,
      label,
      description: isAway ? "" : [...facts, retry].join(" · "),
      tooltip: [why],
      spoken: isAway ? why : `${why} ${retry}`,
      iconPath: isAway
        ? new vscode.ThemeIcon("loading~spin")
        : new vscode.ThemeIcon("error", new vscode.ThemeColor("errorForeground")),
      contextValue: ["failure", ...remediesOf(this.#failure)].join("."),
    };
  }

  get #root(): Root {
    let above: TreeNode & Root = this.parent;
    while (above.parent) above = above.parent;
    return above;
  }
}

interface Root {
  readonly connection?: Connection;
  readonly isAway?: boolean;
}

/** The text of a row while VS Code retries an unreachable service. */
export const retrying = (): string => vscode.l10n.t("Not reachable, retrying");
