import * as vscode from "vscode";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import { ago } from "../texts/ago.ts";
import { sizeOf } from "../texts/fileWords.ts";
import { untitled } from "../texts/words.ts";
import type { FileRow } from "../model/query/listing/rows.ts";
import { RowNode } from "./node.ts";

/** A media file. Its tooltip with the image is created when the user hovers over the row. */
export class MediaFileNode extends RowNode<FileRow> {
  readonly kind = "mediaFile";
  readonly action = "cms.media.open";

  protected draw({ title, file }: FileRow): TreeRow {
    const isPicture = file.mime.startsWith("image/");
    return {
      id: this.id,
      label: title || untitled(),
      description: [file.mime, sizeOf(file.size), ago(file.updatedAt)].filter(Boolean).join(" · "),
      iconPath: new vscode.ThemeIcon(isPicture ? "file-media" : "file"),
      contextValue: "mediaFile",
    };
  }
}
