import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { dropEdit } from "../host/surfaces/editorTexts.ts";
import { showError } from "../host/surfaces/messages.ts";
import { whyOf } from "../model/foundation/outcome.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import { mediaFieldAt } from "./uploads.ts";

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append("cms", "upload");

/** Files from VS Code's explorer arrive as URIs, files from the system arrive as files. */
export const dropsOfMedia: vscode.DocumentDropEditProviderMetadata = {
  dropMimeTypes: ["text/uri-list", "files"],
  providedDropEditKinds: [kind],
};

/** A file from a browser has no path on the disk, only its bytes. */
interface Bytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Upload extends Plain<vscode.DocumentDropEdit> {
  readonly target: { readonly uri: vscode.Uri; readonly position: vscode.Position };
  readonly files: readonly (string | Bytes)[];
}

/** Uploads files that the user drops on a media field, as the command does. */
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

async function filesIn(data: vscode.DataTransfer): Promise<(string | Bytes)[]> {
  const uriList = (await data.get("text/uri-list")?.asString()) ?? "";
  const paths = uriList
    .split(/\r?\n/)
    .filter((line) => line.startsWith("file:"))
    .map((line) => vscode.Uri.parse(line).fsPath);
  if (paths.length > 0) return paths;
  const given = [...data].flatMap(([, item]) => item.asFile() ?? []);
  return Promise.all(
    given.map(async (file) =>
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
        const own = join(folder, String(at));
        await mkdir(own);
        await writeFile(join(own, file.name), file.bytes);
        return join(own, file.name);
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
