import * as vscode from "vscode";
import { LinkedError } from "../host/surfaces/plainErrors.ts";
import { sendAllFieldsLabel } from "../host/allFields.ts";
import type { ErrorLink } from "../host/surfaces/plainErrors.ts";
import { describe, describeRefusedSave } from "../texts/words.ts";
import type { Failure } from "../model/failure.ts";

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
