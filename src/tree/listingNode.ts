import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import type { Failure } from "../model/failure.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { hasName } from "../model/foundation/outcome.ts";
import type { Content } from "../model/query/listing/content.ts";
import type { Listing } from "../model/query/listing/listing.ts";
import type { Row } from "../model/query/listing/rows.ts";
import { hasListQuery, hidesRows } from "../model/content/listQuery.ts";
import type { ListQuery } from "../model/content/listQuery.ts";
import { clearQueryRow, emptyRow, moreRow, nothingMatches, FailureNode } from "./actionNodes.ts";
import { DocumentNode, MediaFileNode, UserNode } from "./rowNodes.ts";
import type { TreeNode, ListNode } from "./node.ts";

interface ListRow {
  readonly label: string;
  /** The description, whose end a narrow view cuts off. */
  readonly parts: readonly string[];
  /** Lines of the tooltip below the label and the description. */
  readonly details?: readonly string[];
  readonly icon: string;
  readonly contextValue: string;
}

/** A collection, the users or the media files: a row above the rows of a listing. */
export abstract class ListingNode implements ListNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: CollectionAddress;
  readonly #content: Content;

  constructor(parent: TreeNode, place: CollectionAddress, content: Content) {
    this.id = `${parent.id}/${place.type}`;
    this.parent = parent;
    this.place = place;
    this.#content = content;
  }

  get listing(): Listing {
    return this.#content.listing(this.place);
  }

  protected get listQuery(): ListQuery {
    return this.#content.listQuery(this.place);
  }

  /** Whether the list query leaves out rows. */
  protected get omitsRows(): boolean {
    return hidesRows(this.listQuery);
  }

  /** The label and the description of the row that is shown when the service returns no rows. */
  protected abstract get emptyTexts(): readonly [label: string, description?: string | undefined];

  abstract item(): TreeRow;

  protected toItem({ label, parts, details = [], icon, contextValue }: ListRow): TreeRow {
    const moved = this.listing.view.hasMoved
      ? [vscode.l10n.t("changed on the service (refresh to update)")]
      : [];
    return {
      id: this.id,
      label,
      description: [...parts, ...moved].join(" · "),
      // A narrow view cuts off the description.
      tooltip: [label, ...parts, ...moved, ...details],
      iconPath: new vscode.ThemeIcon(icon),
      contextValue,
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    };
  }

  /** The rows of the listing, followed by a row to load more or to retry, if needed. */
  async children(): Promise<readonly TreeNode[]> {
    const { place, listQuery, omitsRows } = this;
    const { rows, total, hasMore, failure } = await this.listing.open();
    const nodes = rows.map((row) => this.#toNode(row));
    if (failure) {
      const isOut = hasListQuery(listQuery) && isRefused(failure);
      const out = isOut ? [clearQueryRow(this, place, listQuery.filter !== undefined)] : [];
      return [...nodes, new FailureNode(this, failure, place), ...out];
    }
    if (hasMore) return [...nodes, moreRow(this, place, rows.length, total)];
    if (nodes.length > 0) return nodes;
    return [omitsRows ? nothingMatches(this, place) : emptyRow(this, ...this.emptyTexts)];
  }

  #toNode(row: Row): TreeNode {
    switch (row.kind) {
      case "user":
        return new UserNode(this, row);
      case "file":
        return new MediaFileNode(this, row);
      case "document":
        return new DocumentNode(this, row);
    }
  }
}

/** Whether the service rejected the request. On some filters, it fails instead. */
const isRefused = (failure: Failure): boolean =>
  failure.code === "service" &&
  hasName(failure.error, "ValidationError", "HttpError", "RequestError");
