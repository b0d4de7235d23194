import * as vscode from "vscode";
import { shortReason } from "../host/words/errorWords.ts";
import { describe } from "../host/words/words.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { CollectionAddress } from "../model/query/listing/content.ts";
import { remediesOf } from "../model/remedies.ts";
import { noChildren } from "./node.ts";
import type { TreeNode } from "./node.ts";
import type { Failure } from "../model/failure.ts";

/** A row that says why rows are missing, and tries again. */
export class FailureNode implements TreeNode {
  readonly kind = "failure";
  readonly id: string;
  readonly parent: TreeNode;
  /** Whose page did not come; absent where the connection itself did not answer. */
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

  /** The connection that it stands below, for what mends it. */
  get connection(): Connection | undefined {
    return this.#root.connection;
  }

  item(): vscode.TreeItem {
    const { isAway } = this.#root;
    const why = isAway ? retrying() : describe(this.#failure);
    const retry = vscode.l10n.t("Try Again");
    // A narrow view cuts the end of a sentence.
    const [label, ...facts] = isAway ? [why] : (shortReason(this.#failure) ?? [why]);
    const item = new vscode.TreeItem(label);
    item.id = this.id;
    if (!isAway) item.description = [...facts, retry].join(" · ");
    item.tooltip = why;
    item.iconPath = isAway
      ? new vscode.ThemeIcon("loading~spin")
      : new vscode.ThemeIcon("error", new vscode.ThemeColor("errorForeground"));
    item.contextValue = ["failure", ...remediesOf(this.#failure)].join(".");
    item.accessibilityInformation = { label: isAway ? why : `${why} ${retry}` };
    return item;
  }

  get #root(): Root {
    let above: TreeNode & Root = this.parent;
    while (above.parent) above = above.parent;
    return above;
  }
}

/** What the row of the connection knows. */
interface Root {
  readonly connection?: Connection;
  readonly isAway?: boolean;
}

/** What a row says whose service is waited for to come back. */
export const retrying = (): string => vscode.l10n.t("Not reachable, retrying");
