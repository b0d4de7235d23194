import * as vscode from "vscode";
import { MediaFileNode } from "./mediaFileNode.ts";
import { MediaNode } from "./mediaNode.ts";
import type { TreeNode } from "./node.ts";

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
