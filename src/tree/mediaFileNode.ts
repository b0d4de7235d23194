import * as vscode from "vscode";
import { ago } from "../texts/ago.ts";
import { sizeOf } from "../texts/fileWords.ts";
import { untitled } from "../texts/words.ts";
import type { FileRow } from "../model/query/listing/rows.ts";
import { RowNode } from "./rowNode.ts";

/** A media file. Its tooltip with the image is created when the user hovers over the row. */
export class MediaFileNode extends RowNode<FileRow> {
  readonly kind = "mediaFile";
  readonly action = "cms.media.open";

  protected draw({ title, file }: FileRow): vscode.TreeItem {
    const item = new vscode.TreeItem(title || untitled());
    const isPicture = file.mime.startsWith("image/");
    item.id = this.id;
    item.description = [file.mime, sizeOf(file.size), ago(file.updatedAt)]
      .filter(Boolean)
      .join(" · ");
    item.iconPath = new vscode.ThemeIcon(isPicture ? "file-media" : "file");
    item.contextValue = "mediaFile";
    return item;
  }
}
