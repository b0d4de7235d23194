import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { listQueryWords } from "../texts/listQueryWords.ts";
import { mediaType } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Content } from "../model/query/listing/content.ts";
import { hasListQuery } from "../model/content/listQuery.ts";
import { ListingNode } from "./listingNode.ts";
import type { TreeNode } from "./node.ts";
import { MediaFileNode } from "./rowNodes.ts";

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

const uriList = "text/uri-list";

/** Uploads files that are dropped on the media library of a connection. */
export class MediaDropTarget implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [];
  readonly dropMimeTypes = [uriList];

  async handleDrop(target: TreeNode | undefined, dropped: vscode.DataTransfer): Promise<void> {
    const row = target instanceof MediaFileNode ? target.parent : target;
    if (!(row instanceof MediaNode)) return;
    const uris = urisIn((await dropped.get(uriList)?.asString()) ?? "");
    if (uris.length > 0) await vscode.commands.executeCommand("cms.media.upload", row, uris);
  }
}

/** The URIs of files on a disk. Lines that start with # are comments. */
const urisIn = (list: string): vscode.Uri[] =>
  list
    .split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => vscode.Uri.parse(line))
    .filter(({ scheme }) => scheme === "file" || scheme === "vscode-remote");
