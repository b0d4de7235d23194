import * as vscode from "vscode";
import { toMediaUri } from "../../files/mediaPreview.ts";
import { FailureError, must } from "../../host/failed.ts";
import type { Address } from "../../model/foundation/address.ts";
import { isOwn } from "../../model/documents/media/pictures.ts";
import type { CmsFile } from "../../model/documents/media/mediaLibrary.ts";
import { openDocument } from "../finding/openDocument.ts";
import type { Argument } from "../looked.ts";
import type { MediaLibraryDependencies } from "./inLibrary.ts";

/** VS Code's own editor for pictures. */
const pictureEditor = "imagePreview.previewEditor";

/** What it shows. */
const picture = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;

/** Opens what can be edited of a file, and beside it its picture. */
export async function openMediaFile(
  parts: MediaLibraryDependencies,
  address: Address,
  on?: Argument,
): Promise<void> {
  const row = on && "row" in on ? on.row : undefined;
  const file = row?.kind === "file" ? row.file : await read(parts, address);
  await openDocument(parts, address, file.name);
  const { name, url = "" } = parts.connections.get(address.connection) ?? {};
  // One that is on another origin is not fetched: neither the token nor a request goes there.
  if (!picture.test(file.mime) || !isOwn(file.url, url)) return;
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
  const uri = toMediaUri(address, file, name ?? "");
  await vscode.commands.executeCommand("vscode.openWith", uri, pictureEditor, beside);
}

async function read({ library }: MediaLibraryDependencies, address: Address): Promise<CmsFile> {
  const file = must(await library.find(address.connection, address.id));
  if (!file) throw new FailureError({ code: "gone" });
  return file;
}
