import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { mediaType } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Content } from "../model/query/listing/content.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import type { Listing } from "../model/query/listing/listing.ts";
import { hidesRows, hasListQuery } from "../model/reading/listQuery.ts";
import { emptyRow, nothingMatches } from "./actionNodes.ts";
import { nodesOfRows, movedWords } from "./listingNodes.ts";
import type { TreeNode } from "./node.ts";
import type { ListNode } from "./rowNode.ts";

/** The media library of a connection. */
export class MediaNode implements ListNode {
  readonly kind = "media";
  readonly id: string;
  readonly parent: TreeNode;
  readonly place: CollectionAddress;
  readonly #content: Content;

  constructor(parent: TreeNode, connection: Connection, content: Content) {
    this.id = `${parent.id}/${mediaType}`;
    this.parent = parent;
    this.place = { connection: connection.id, type: mediaType };
    this.#content = content;
  }

  item(): TreeRow {
    const label = vscode.l10n.t("Media");
    const listQuery = this.#content.listQuery(this.place);
    const { hasMoved } = this.listing.view;
    const parts = [...listQueryWords(listQuery), ...(hasMoved ? [movedWords()] : [])];
    return {
      id: this.id,
      label,
      description: parts.join(" · "),
      // A narrow view cuts off the description.
      tooltip: [label, ...parts],
      iconPath: new vscode.ThemeIcon("file-media"),
      contextValue: hasListQuery(listQuery) ? "media.filtered" : "media",
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    };
  }

  children(): Promise<readonly TreeNode[]> {
    const listQuery = this.#content.listQuery(this.place);
    return nodesOfRows(this, {
      listQuery,
      toEmpty: () =>
        hidesRows(listQuery)
          ? nothingMatches(this, this.place)
          : emptyRow(this, vscode.l10n.t("No media files")),
    });
  }

  get listing(): Listing {
    return this.#content.listing(this.place);
  }
}
