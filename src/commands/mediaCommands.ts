import { basename } from "node:path";
import * as vscode from "vscode";
import { showOpenDialog } from "../host/surfaces/messages.ts";
import { write } from "../editor/uploads.ts";
import type { MediaField, Uploads } from "../editor/uploads.ts";
import type { CommandTable } from "../host/commands.ts";
import { FailureError, Guidance, isCancelled, errorMessage } from "../host/commandFailure.ts";
import { startFolder } from "../host/prompts.ts";
import { uploadWarning, notOfKind } from "../texts/fileWords.ts";
import { connectionName } from "../texts/environmentWords.ts";
import { requireUnlocked } from "../host/unlocking.ts";
import { isList } from "../model/schemas/catalog.ts";
import { extensionsOf, isAllowed } from "../model/documents/media/mediaKinds.ts";
import { editorOf } from "./targets.ts";
import type { CommandDependencies } from "./dependencies.ts";

/**
 * Files and their destination, for an upload without prompts: the user dropped files on the text.
 */
interface DroppedFiles {
  readonly position: vscode.Position;
  /** Paths on the disk. */
  readonly paths: readonly string[];
}

/** Commands on files of the media library. */
export function mediaCommands({ uploads, locks, connections }: CommandDependencies): CommandTable {
  return {
    "cms.document.uploadFile": async (on?: vscode.Uri, dropped?: Partial<DroppedFiles>) => {
      const { document, selection } = editorOf(on);
      const field = await uploads.fieldAt(document, dropped?.position ?? selection.active);
      if (!field) throw new Guidance(vscode.l10n.t("Put the cursor in a media field first."));
      await requireUnlocked(locks, field.connection);
      const paths =
        dropped?.paths ?? (await choosePaths(field, connectionName(connections, field.connection)));
      await insertUploaded(uploads, field, taken(field, paths));
    },
  };
}

async function choosePaths(
  { slot: { attribute } }: MediaField,
  connection: string,
): Promise<readonly string[]> {
  const endings = extensionsOf(attribute.allowedTypes);
  const chosen = await showOpenDialog({
    defaultUri: startFolder(),
    title: vscode.l10n.t("Upload to the Media Library of {connection}", { connection }),
    openLabel: vscode.l10n.t("Upload"),
    canSelectMany: isList(attribute),
    filters: endings.length > 0 ? { [vscode.l10n.t("Media")]: endings } : {},
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen.map(({ fsPath }) => fsPath);
}

/**
 * The files that the field accepts, if it accepts their type; a field of one file accepts the
 * first.
 */
function taken(
  { slot: { attribute, path } }: MediaField,
  paths: readonly string[],
): readonly string[] {
  const { allowedTypes } = attribute;
  const wanted = isList(attribute) ? paths : paths.slice(0, 1);
  const odd = wanted.map((one) => basename(one)).find((name) => !isAllowed(allowedTypes, name));
  if (odd === undefined) return wanted;
  throw new Guidance(notOfKind(String(path.at(-1)), allowedTypes ?? [], odd));
}

/** Writes uploaded files into the text, even where the next file fails. */
async function insertUploaded(
  uploads: Uploads,
  field: MediaField,
  paths: readonly string[],
): Promise<void> {
  const { made, failure } = await uploads.upload(field, paths);
  if (!(await write(field, made))) {
    const names = made.map(({ name, documentId }) => `${name} (${documentId})`).join(", ");
    throw new Guidance(
      vscode.l10n.t("Uploaded {files}, but the field can no longer be changed.", { files: names }),
    );
  }
  if (!failure) return;
  if (isCancelled(failure)) throw new vscode.CancellationError();
  const error = new FailureError(failure, uploadWarning(failure));
  // A retry button must not upload the files again that are uploaded already.
  throw made.length > 0 ? new Error(errorMessage(error)) : error;
}
