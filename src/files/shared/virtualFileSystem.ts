import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import type { Stat } from "../../model/edit/session.ts";
import { LinkedError, type ErrorLink } from "../../host/surfaces/plainErrors.ts";
import { sendAllFieldsLabel } from "../../host/failures/failureNotifications.ts";
import { describe, describeRefusedSave } from "../../texts/shared/failureWords.ts";
import type { Failure } from "../../model/failure.ts";

export const folderStat: vscode.FileStat = {
  type: vscode.FileType.Directory,
  ctime: 0,
  mtime: 0,
  size: 0,
};

/** A document of a locked connection is always read-only. */
export const toFileStat = (
  { modified, created, size, isReadonly }: Stat,
  isLocked: boolean,
): vscode.FileStat => ({
  type: vscode.FileType.File,
  ctime: created,
  mtime: modified,
  size,
  ...((isReadonly || isLocked) && { permissions: vscode.FilePermission.Readonly }),
});

export const refuseAccess = (uri: vscode.Uri): never => {
  throw vscode.FileSystemError.NoPermissions(uri);
};

/** A file system whose files can't be listed, moved or deleted through VS Code. */
export abstract class FixedFiles extends ResourceOwner {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  tell(uris: readonly vscode.Uri[], type: vscode.FileChangeType): void {
    this.#changed.fire(uris.map((uri) => ({ type, uri })));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  watch(): vscode.Disposable {
    // The service doesn't report changes. The extension fires events for its own changes.
    return new vscode.Disposable(() => undefined);
  }

  readonly createDirectory = refuseAccess;
  readonly delete = refuseAccess;
  readonly rename = refuseAccess;
}

/** Rejects other bytes than UTF-8: they would become characters that the user doesn't see. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw toSaveError({ code: "not-utf-8" });
  }
}

/** The error of a failed save, which also tells the user whether the text was saved. */
export function toSaveError(failure: Failure): Error {
  const words = describeRefusedSave(failure);
  if (failure.code === "never-opened") return toFileError(failure, words);
  return new LinkedError(words, linkTo(failure));
}

/** The link to the underlined problem if the user must change the text, or to a fix. */
function linkTo(failure: Failure): ErrorLink | undefined {
  switch (failure.code) {
    case "service":
      return failure.partialType === undefined
        ? undefined
        : { title: sendAllFieldsLabel(), command: "cms.document.sendAllFields" };
    case "invalid-json":
    case "doubled-key":
    case "rounded-number":
    case "too-deep":
    case "not-valid":
    case "not-sendable":
      return { title: vscode.l10n.t("Go to Problem"), command: "editor.action.marker.next" };
    default:
      return undefined;
  }
}

/** A failure as an error of the file system. Its kind decides which actions VS Code offers. */
export function toFileError(failure: Failure, words = describe(failure)): vscode.FileSystemError {
  switch (failure.code) {
    case "gone":
    case "nothing-yet":
    case "no-type":
      return vscode.FileSystemError.FileNotFound(words);
    case "read-only":
    case "never-opened":
      return vscode.FileSystemError.NoPermissions(words);
    default:
      // VS Code offers Retry for this error. Retry shows a changed document as a conflict.
      return vscode.FileSystemError.Unavailable(words);
  }
}
