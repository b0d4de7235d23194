import * as vscode from "vscode";
import { tellDone } from "../../host/surfaces/messages.ts";
import { mediaFieldAt, uploadAll, write, type MediaField } from "../../editor/media/uploads.ts";
import { toMediaUri } from "../../files/media/mediaPreviews.ts";
import { activeAddress } from "../../files/shared/openEditors.ts";
import type { Failure } from "../../model/failure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import {
  Guidance,
  FailureError,
  must,
  isCancelled,
  errorMessage,
} from "../../host/shared/commandFailure.ts";
import { ask, askFiles } from "../../host/shared/prompts.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { uploadWarning, notOfKind } from "../../texts/shared/mediaFileWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import type { MediaLibrary } from "../../model/media/mediaLibrary.ts";
import { isOwn } from "../../model/media/pictures.ts";
import { isMediaFile, mediaType } from "../../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../../model/foundation/address.ts";
import { openDocument } from "../shared/openDocument.ts";
import { showReferences } from "../find/inboundRelationList.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import { deleteMediaFile, replaceMediaFile, undoReplacement } from "./changeMediaFile.ts";
import type { TreeRows } from "../browse/contentCommands.ts";
import type { MediaContext } from "./changeMediaFile.ts";
import { basename } from "node:path";
import { isList } from "../../model/schemas/catalog.ts";
import { extensionsOf, isAllowed } from "../../model/media/mediaKinds.ts";
import { addressOf, editorOf, rowOf } from "../shared/targets.ts";

export function mediaLibraryCommands(
  context: MediaContext,
  targets: Targets,
  { expandRow, selectRow }: Pick<TreeRows, "expandRow" | "selectRow">,
): CommandTable {
  const { catalogs, lists, library } = context;

  const collectionOf = async (row?: CommandRow): Promise<CollectionAddress> => {
    if (row?.collection) return row.collection;
    const active = activeAddress();
    if (active && isMediaFile(active)) return { connection: active.connection, type: mediaType };
    return { connection: (await targets.connection(undefined)).id, type: mediaType };
  };

  return {
    /** Opens the editable properties of a file, and its picture beside them. */
    "cms.media.open": async (on?: Argument) => {
      const address = fileOf(on);
      const row = rowOf(on);
      const file =
        row?.kind === "file" ? row.file : must(await library.find(address.connection, address.id));
      if (!file) throw new FailureError({ code: "gone" });
      await openDocument(context, address, file.name);
      const { name, url = "" } = context.connections.get(address.connection) ?? {};
      // A picture on another origin is not fetched: neither the token nor a request is sent there.
      if (!picture.test(file.mime) || !isOwn(file.url, url)) {
        context.previews.closeUnpinned();
        return;
      }
      const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
      const uri = toMediaUri(address, file, name ?? "");
      await vscode.commands.executeCommand("vscode.openWith", uri, pictureEditor, beside);
    },

    "cms.media.search": async (row?: CommandRow) => {
      const collection = await collectionOf(row);
      const { search = "" } = lists.listQuery(collection);
      const text = await ask({
        title: vscode.l10n.t("Search Media"),
        prompt: vscode.l10n.t("Text to find in names, alternative texts and captions"),
        value: search,
      });
      lists.changeListQuery(collection, { search: text.trim() || undefined });
      await expandRow(collection);
    },

    "cms.media.upload": async (row?: CommandRow, others?: readonly unknown[]) => {
      // From a menu, VS Code passes the selected rows here.
      const dropped = others?.filter((argument) => argument instanceof vscode.Uri) ?? [];
      const { connection } = await collectionOf(row);
      await requireUnlocked(context.locks, connection);
      const paths =
        dropped.length > 0
          ? dropped.map(({ fsPath }) => fsPath)
          : await choosePaths(context, connection);
      const { uploadedFiles, failure } = await uploadAll(library, connection, paths);
      const { length: count } = uploadedFiles;
      const lastFile = uploadedFiles.at(-1);
      if (lastFile) {
        lists.refresh({ connection, type: mediaType });
        await selectRow({ connection, type: mediaType, id: lastFile.documentId });
      }
      if (failure) throw uploadError(failure, count > 0);
      tellDone(
        count === 1
          ? vscode.l10n.t("Uploaded 1 file")
          : vscode.l10n.t("Uploaded {count} files", { count: numeral(count) }),
      );
    },

    "cms.media.replace": (on?: Argument) => replaceMediaFile(context, fileOf(on)),

    "cms.media.undoReplace": (on?: Argument) => undoReplacement(context, fileOf(on)),

    "cms.media.whereUsed": (on?: Argument) => showReferences(context, fileOf(on), on),

    "cms.media.delete": (on?: Argument) => deleteMediaFile(context, fileOf(on)),

    // For files that the user dropped on the text, there is no prompt.
    "cms.document.uploadFile": async (
      on?: vscode.Uri,
      dropped?: { readonly position?: vscode.Position; readonly paths?: readonly string[] },
    ) => {
      const { document, selection } = editorOf(on);
      const position = dropped?.position ?? selection.active;
      const field = await mediaFieldAt(document, position, catalogs);
      if (!field) throw new Guidance(vscode.l10n.t("Put the cursor in a media field first."));
      await requireUnlocked(context.locks, field.connection);
      const { attribute } = field.slot;
      const endings = extensionsOf(attribute.allowedTypes);
      const accepted = {
        canSelectMany: isList(attribute),
        filters: endings.length > 0 ? { [vscode.l10n.t("Media")]: endings } : {},
      };
      const paths = dropped?.paths ?? (await choosePaths(context, field.connection, accepted));
      await insertUploaded(library, field, acceptedPaths(field, paths));
    },
  };
}

/** The file of the row, or of the editor whose button the user pressed, or of the active editor. */
function fileOf(on: Argument | undefined): Address {
  const address = addressOf(on) ?? activeAddress();
  if (address && isMediaFile(address)) return address;
  throw new Guidance(vscode.l10n.t("Select a media file in the CMS view first."));
}

/** VS Code's own editor for pictures. */
const pictureEditor = "imagePreview.previewEditor";

/** The media types that it shows. */
const picture = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;

/** A retry button must not upload the files again that are uploaded already. */
function uploadError(failure: Failure, isPartial: boolean): Error {
  if (isCancelled(failure)) return new vscode.CancellationError();
  const error = new FailureError(failure, uploadWarning(failure));
  return isPartial ? new Error(errorMessage(error)) : error;
}

/** By default, one or more files of any type. */
async function choosePaths(
  { connections }: MediaContext,
  id: string,
  options: vscode.OpenDialogOptions = { canSelectMany: true },
): Promise<readonly string[]> {
  const connection = connectionName(connections, id);
  const files = await askFiles({
    title: vscode.l10n.t("Upload to the Media Library of {connection}", { connection }),
    openLabel: vscode.l10n.t("Upload"),
    ...options,
  });
  return files.map(({ fsPath }) => fsPath);
}

/** Rejects files that the field doesn't accept. A field of one file accepts the first. */
function acceptedPaths(
  { slot: { attribute, path } }: MediaField,
  paths: readonly string[],
): readonly string[] {
  const { allowedTypes } = attribute;
  const candidatePaths = isList(attribute) ? paths : paths.slice(0, 1);
  const rejectedName = candidatePaths
    .map((filePath) => basename(filePath))
    .find((name) => !isAllowed(allowedTypes, name));
  if (rejectedName === undefined) return candidatePaths;
  throw new Guidance(notOfKind(String(path.at(-1)), allowedTypes ?? [], rejectedName));
}

/** Writes uploaded files into the text, even where the next file fails. */
async function insertUploaded(
  library: MediaLibrary,
  field: MediaField,
  paths: readonly string[],
): Promise<void> {
  const { uploadedFiles, failure } = await uploadAll(library, field.connection, paths);
  if (!(await write(field, uploadedFiles))) {
    const names = uploadedFiles.map(({ name, documentId }) => `${name} (${documentId})`).join(", ");
    throw new Guidance(
      vscode.l10n.t("Uploaded {files}, but the field can no longer be changed.", { files: names }),
    );
  }
  if (failure) throw uploadError(failure, uploadedFiles.length > 0);
}
