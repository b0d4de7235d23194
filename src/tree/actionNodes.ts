import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { countOf } from "../texts/shared/progressWords.ts";
import { describe, numeral } from "../texts/shared/failureWords.ts";
import type { Connection } from "../model/connect/connection.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { noChildren } from "./treeNode.ts";
import type { TreeNode } from "./treeNode.ts";
import { shortReason } from "../texts/shared/serviceErrorWords.ts";
import { remediesOf } from "../model/remedies.ts";
import type { Failure } from "../model/failure.ts";

type ActionRowText = Pick<TreeRow, "label" | "description" | "tooltip"> &
  Pick<TreeNode, "action"> & {
    readonly icon?: string;
    readonly connection?: Connection;
    readonly collection?: CollectionAddress;
  };

/**
 * A row that shows a message instead of content of the service. Most action rows run a command on
 * click, on the connection or the collection. Menus identify an action row by its kind.
 */
export function actionRow(parent: TreeNode, kind: string, text: ActionRowText): TreeNode {
  const { label, description = "", tooltip, icon, ...target } = text;
  const id = `${parent.id}/…${kind}`;
  const item = (): TreeRow => ({
    ...{ id, label, description, contextValue: kind, tooltip },
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
  });
  const row = { ...target, kind, id, parent, children: noChildren, item };
  return row;
}

/** Shown under a connection without a token, such as a new connection from a setting. */
export const tokenRow = (parent: TreeNode, connection: Connection): TreeNode =>
  actionRow(parent, "token", {
    label: vscode.l10n.t("Enter a Token"),
    description: vscode.l10n.t("no token yet for {host}", { host: new URL(connection.url).host }),
    icon: "key",
    action: "cms.connection.editToken",
    connection,
  });

/** Shown under a service that denies access to its schema. */
export const namingRow = (parent: TreeNode, connection: Connection): TreeNode =>
  actionRow(parent, "naming", {
    label: vscode.l10n.t("Name Collections"),
    tooltip: [
      vscode.l10n.t(
        "You can browse the collections that you name. Their fields are inferred from their documents. Alternatively, open the folder of the Strapi project.",
      ),
    ],
    icon: "list-unordered",
    action: "cms.connection.nameCollections",
    connection,
  });

export const emptyRow = (parent: TreeNode, label: string, description = ""): TreeNode =>
  actionRow(parent, "empty", { label, description });

export const moreRow = (
  parent: TreeNode,
  collection: CollectionAddress,
  rowCount: number,
  total: number | undefined,
): TreeNode =>
  actionRow(parent, "more", {
    label: vscode.l10n.t("Load More"),
    description: total ? countOf(rowCount, total) : numeral(rowCount),
    icon: "ellipsis",
    action: "cms.collection.loadMore",
    collection,
  });

/** A row that changes or clears a filter that matches nothing or that the service rejects. */
const filterRow = (parent: TreeNode, collection: CollectionAddress, text: ActionRowText) =>
  actionRow(parent, "filteredRows", { icon: "filter", collection, ...text });

const clearFilter = "cms.collection.clearFilter";

export const nothingMatches = (parent: TreeNode, collection: CollectionAddress): TreeNode =>
  filterRow(parent, collection, {
    label: vscode.l10n.t("No matches"),
    description: vscode.l10n.t("Clear Filter"),
    action: clearFilter,
  });

/** Shown when the service rejects the list query. */
export const clearQueryRow = (
  parent: TreeNode,
  collection: CollectionAddress,
  hasFilter: boolean,
): TreeNode =>
  filterRow(
    parent,
    collection,
    hasFilter
      ? { label: vscode.l10n.t("Change Filter"), action: "cms.collection.filter" }
      : { label: vscode.l10n.t("Clear Filter"), action: clearFilter },
  );

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
