import * as vscode from "vscode";
import {
  encoded,
  isMediaFile,
  isSame,
  mediaType,
  type Address,
} from "../../model/foundation/address.ts";
import { decoded } from "../../model/connect/documentUrls.ts";
import { readFile, readFileContent } from "../../model/reading/fileReader.ts";
import type { CmsFile } from "../../model/media/mediaLibrary.ts";
import type { Catalogs, TypedService } from "../../model/schemas/catalogs.ts";
import { toFileError, FixedFiles, refuseAccess } from "../shared/virtualFileSystem.ts";
import { fromUri, mediaScheme, readable } from "../shared/documentUri.ts";

const form = /^\/[^/]+\/(?<id>[^/]+)\/[^/]+$/;

/**
 * The URI `cms-media://<connection>/<connection name>/<documentId>/<name>`. The file extension in
 * the name determines the editor.
 */
export function toMediaUri(
  { connection, id }: Address,
  { name, ext }: Pick<CmsFile, "name" | "ext">,
  connectionName: string,
): vscode.Uri {
  const ending = ext ?? "";
  const fileName = name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
  const path = ["", readable(connectionName), encoded(id), readable(fileName)].join("/");
  return vscode.Uri.from({ scheme: mediaScheme, authority: connection, path });
}

function addressIn({ authority, path }: vscode.Uri): Address | undefined {
  const id = form.exec(path)?.groups?.["id"];
  return id === undefined ? undefined : { connection: authority, type: mediaType, id: decoded(id) };
}

const previewTabs = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const { input } = tab;
      const uri = input instanceof vscode.TabInputCustom ? input.uri : undefined;
      const address = uri?.scheme === mediaScheme ? addressIn(uri) : undefined;
      return uri && address ? [{ tab, uri, address }] : [];
    });

const previewsOf = (address: Address): vscode.Uri[] =>
  previewTabs()
    .filter((preview) => isSame(preview.address, address))
    .map(({ uri }) => uri);

const isMediaText = ({ input }: vscode.Tab): boolean => {
  const address = input instanceof vscode.TabInputText ? fromUri(input.uri) : undefined;
  return address !== undefined && isMediaFile(address);
};

export class MediaPreviews extends FixedFiles implements vscode.FileSystemProvider {
  readonly writeFile = refuseAccess;
  readonly #catalogs: Catalogs;

  constructor(catalogs: Catalogs) {
    super();
    this.#catalogs = catalogs;
    this.own(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (!closed.some(isMediaText)) return;
        // The next media file reuses the group of the preview.
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        if (!activeTab || !isMediaText(activeTab)) this.closeUnpinned();
      }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { file } = await this.#find(uri);
    return {
      type: vscode.FileType.File,
      ctime: Date.parse(file.createdAt),
      mtime: Date.parse(file.updatedAt),
      size: Math.round(file.size * 1_000),
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { file, service } = await this.#find(uri);
    const [failure, content] = await readFileContent(service, file);
    if (failure) throw toFileError(failure);
    return content.bytes;
  }

  /** Call this when the file was replaced. Its previews reload. */
  follow(address: Address): void {
    this.tell(previewsOf(address), vscode.FileChangeType.Changed);
  }

  /** Closes the preview that was opened beside a media file, unless the user has pinned it. */
  closeUnpinned(): void {
    const tabs = previewTabs().filter(({ tab }) => tab.isPreview);
    void vscode.window.tabGroups.close(
      tabs.map(({ tab }) => tab),
      true,
    );
  }

  /** Call this when the file was deleted. VS Code marks its previews as deleted. */
  leave(address: Address): void {
    this.tell(previewsOf(address), vscode.FileChangeType.Deleted);
  }

  async #find(
    uri: vscode.Uri,
  ): Promise<{ readonly file: CmsFile; readonly service: TypedService }> {
    const address = addressIn(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const [unknown, service] = await this.#catalogs.type(address.connection, mediaType);
    if (unknown) throw toFileError(unknown);
    const [failure, file] = await readFile(service, address);
    if (failure) throw toFileError(failure);
    return { file, service };
  }
}
