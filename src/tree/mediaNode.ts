import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { mediaType } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Content } from "../model/query/listing/content.ts";
import { hasListQuery } from "../model/content/listQuery.ts";
import { ListingNode } from "./listingNode.ts";
import type { TreeNode } from "./node.ts";

export class MediaNode extends ListingNode {
  readonly kind = "media";

  constructor(parent: TreeNode, { id }: Connection, content: Content) {
    super(parent, { connection: id, type: mediaType }, content);
  }

  protected get emptyTexts() {
    return [vscode.l10n.t("No media files")] as const;
  }

  item(): TreeRow {
    const { listQuery } = this;
    return this.toItem({
      label: vscode.l10n.t("Media"),
      parts: listQueryWords(listQuery),
      icon: "file-media",
      contextValue: hasListQuery(listQuery) ? "media.filtered" : "media",
    });
  }
}
