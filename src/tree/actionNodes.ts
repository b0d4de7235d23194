import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { describe } from "../texts/shared/failureWords.ts";
import type { Connection } from "../model/connect/connection.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { noChildren, type TreeNode } from "./treeNode.ts";
import { shortReason } from "../texts/shared/serviceErrorWords.ts";
import { remediesOf } from "../model/remedies.ts";
import type { Failure } from "../model/failure.ts";

/**
 * A row that shows a message instead of content of the service. Most action rows run a command on
 * click, on the connection or the collection. Menus identify an action row by its kind.
 */
export function actionRow(
  parent: TreeNode,
  kind: string,
  text: Pick<TreeRow, "label" | "description" | "tooltip"> &
    Pick<TreeNode, "action"> & {
      readonly icon?: string;
      readonly connection?: Connection;
      readonly collection?: CollectionAddress;
    },
): TreeNode {
  const { label, description = "", tooltip, icon, ...target } = text;
  const id = `${parent.id}/…${kind}`;
  const item = (): TreeRow => ({
    ...{ id, label, description, contextValue: kind, tooltip },
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
  });
  const row = { ...target, kind, id, parent, children: noChildren, item };
  return row;
}

/** A row that shows why rows are missing. Selecting it retries. */
export class FailureNode implements TreeNode {
  readonly kind = "failure";
  readonly id: string;
  readonly parent: TreeNode;
  /** The collection whose page failed to load; absent if the connection itself failed. */
  readonly collection: CollectionAddress | undefined;
  readonly children = noChildren;
  readonly action = "cms.content.retry";
  readonly #failure: Failure;

  constructor(parent: TreeNode, failure: Failure, collection?: CollectionAddress) {
    this.id = `${parent.id}/…failure`;
    this.parent = parent;
    this.collection = collection;
    this.#failure = failure;
  }

  /** Used by commands that fix the failure. */
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

  get #root(): TreeNode & { readonly connection?: Connection; readonly isAway?: boolean } {
    let row = this.parent;
    while (row.parent) row = row.parent;
    return row;
  }
}

export const retrying = (): string => vscode.l10n.t("Not reachable, retrying");
