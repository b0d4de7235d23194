import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as vscode from "vscode";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { urisIn } from "../../host/shared/workspaceFiles.ts";
import { textLanguage } from "../../texts/shared/textLanguage.ts";
import type { Catalogs, TypedService } from "../../model/schemas/catalogs.ts";
import { toFileReference } from "../../model/media/mediaLibrary.ts";
import type { CmsFile, MediaLibrary } from "../../model/media/mediaLibrary.ts";
import { editText } from "../../files/shared/openEditors.ts";
import { rangeOf } from "../shared/jsonLocations.ts";
import { documentWithType, fillingText } from "../edit/valueCompletionProvider.ts";
import { referenceFieldAt, referenceFieldOf, type ReferenceField } from "../edit/relationField.ts";
import type { Failure } from "../../model/failure.ts";
import { dropEdit, type Plain } from "../../host/surfaces/editorTexts.ts";
import { showError } from "../../host/surfaces/messages.ts";
import { whyOf } from "../../model/foundation/outcome.ts";

export interface MediaField {
  readonly document: vscode.TextDocument;
  readonly connection: string;
  readonly service: TypedService;
  readonly slot: ReferenceField;
  /** The version of the text in which the field was found. */
  readonly version: number;
}

export async function mediaFieldAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  catalogs: Catalogs,
): Promise<MediaField | undefined> {
  // This is the text that the user pointed at, whatever they type from here on.
  const { version } = document;
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const typedDocument = await documentWithType(document, catalogs);
  if (!typedDocument) return undefined;
  const { address, service } = typedDocument;
  const slot = referenceFieldAt(text, offset, service, "media");
  return slot && { document, connection: address.connection, service, slot, version };
}

/**
 * Uploads files one after the other until one fails, with progress and a Cancel button. Returns the
 * uploaded files, and why the next one failed.
 */
export const uploadAll = (
  library: MediaLibrary,
  connection: string,
  paths: readonly string[],
): Promise<{ readonly uploadedFiles: readonly CmsFile[]; readonly failure: Failure | null }> =>
  withProgress(vscode.l10n.t("Uploading"), async (signal, say) => {
    const uploadedFiles: CmsFile[] = [];
    for (const path of paths) {
      const name = basename(path);
      const number = paths.length > 1 ? ` (${uploadedFiles.length + 1}/${paths.length})` : "";
      let lastPercent = "";
      // Reports each percentage once, for any number of chunks.
      const onProgress = (sent: number, total: number): void => {
        const format = new Intl.NumberFormat(textLanguage(), { style: "percent" });
        const percent = format.format(total === 0 ? 1 : sent / total);
        if (percent !== lastPercent) say(`${name}${number}: ${percent}`);
        lastPercent = percent;
      };
      const [failure, file] = await library.upload(connection, { path, signal, onProgress });
      if (failure) return { uploadedFiles, failure };
      uploadedFiles.push(file);
    }
    return { uploadedFiles, failure: null };
  });

/** How many times to try to write into a text while the user types in it. */
const maxTries = 10;

/** Writes files into a field where it is now; false if it is gone or can't be written. */
export async function write(field: MediaField, files: readonly CmsFile[]): Promise<boolean> {
  const { document, version, service } = field;
  if (files.length === 0) return true;
  for (let remainingTries = maxTries; remainingTries > 0; remainingTries -= 1) {
    const slot =
      document.version === version
        ? field.slot
        : referenceFieldOf(document.getText(), field.slot.path, service, "media");
    if (!slot) return false;
    const text = fillingText(slot, ...files.map(toFileReference));
    if (await editText(document, rangeOf(document, slot.replaced), text)) return true;
    // VS Code rejects an edit of a text that has changed since, so the current text is read again.
    await pause(100);
  }
  return false;
}

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append("cms", "upload");

/** Files from VS Code's explorer arrive as URIs, files from the system arrive as files. */
export const dropsOfMedia: vscode.DocumentDropEditProviderMetadata = {
  dropMimeTypes: ["text/uri-list", "files"],
  providedDropEditKinds: [kind],
};

interface Upload extends Plain<vscode.DocumentDropEdit> {
  readonly target: { readonly uri: vscode.Uri; readonly position: vscode.Position };
  readonly files: Awaited<ReturnType<typeof filesIn>>;
}

export const mediaDrops = (catalogs: Catalogs) =>
  ({
    async provideDocumentDropEdits(document, position, data, token) {
      const field = await mediaFieldAt(document, position, catalogs);
      if (!field || token.isCancellationRequested) return undefined;
      const files = await filesIn(data).catch(tellNotUploaded);
      if (files.length === 0) return undefined;
      const edit = dropEdit(vscode.l10n.t("Upload to the Media Library"), kind);
      return Object.assign(edit, { target: { uri: document.uri, position }, files });
    },

    /** VS Code calls this when the user chooses this edit for the drop. */
    resolveDocumentDropEdit(edit) {
      void upload(edit);
      return edit;
    },
  }) satisfies vscode.DocumentDropEditProvider<Upload>;

/** The paths of the files. A file from a browser has no path on the disk, only its bytes. */
async function filesIn(data: vscode.DataTransfer) {
  const uriList = (await data.get("text/uri-list")?.asString()) ?? "";
  const paths = urisIn(uriList).flatMap(({ scheme, fsPath }) => (scheme === "file" ? fsPath : []));
  if (paths.length > 0) return paths;
  const droppedFiles = [...data].flatMap(([, item]) => item.asFile() ?? []);
  return Promise.all(
    droppedFiles.map(async (file) =>
      file.uri?.scheme === "file"
        ? file.uri.fsPath
        : { name: basename(file.name), bytes: await file.data() },
    ),
  );
}

/** The command reports an upload that fails. */
async function upload({ target, files }: Upload): Promise<void> {
  const folder = join(tmpdir(), `cms-drop-${randomUUID()}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    const paths = await Promise.all(
      files.map(async (file, at) => {
        if (typeof file === "string") return file;
        // Two files may have the same name.
        const subfolder = join(folder, String(at));
        await mkdir(subfolder);
        await writeFile(join(subfolder, file.name), file.bytes);
        return join(subfolder, file.name);
      }),
    );
    const { uri, position } = target;
    await vscode.commands.executeCommand("cms.document.uploadFile", uri, { position, paths });
  } catch (error) {
    tellNotUploaded(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tellNotUploaded(error: unknown): never[] {
  const words = vscode.l10n.t("The dropped files couldn't be uploaded: {error}", {
    error: whyOf(error),
  });
  void showError(words);
  return [];
}
