import * as vscode from "vscode";
import { describe, describeRefusedSave } from "../host/words/words.ts";
import type { Failure } from "../model/failure.ts";

/**
 * A failure of a save: it says what became of the text, too. VS Code prints the name of an error before its message,
 * and its own names have a code in them: what a person may meet in an editor has no name.
 */
export function toSaveError(failure: Failure): Error {
  const words = [describeRefusedSave(failure), ...linkTo(failure)].join(" ");
  if (failure.code === "never-opened") return toFileError(failure, words);
  const error = new Error(words);
  error.name = "";
  return error;
}

/** Where the text itself is to be changed, it is underlined. VS Code shows links in what failed. */
function linkTo(failure: Failure): string[] {
  switch (failure.code) {
    case "invalid-json":
    case "doubled-key":
    case "rounded-number":
    case "too-deep":
    case "not-valid":
    case "not-sendable":
      return [`[${vscode.l10n.t("Go to Problem")}](command:editor.action.marker.next)`];
    default:
      return [];
  }
}

/** A failure as VS Code understands it: which kind decides what it offers next. */
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
      // With Retry, which leads to the conflict that a changed document is.
      return vscode.FileSystemError.Unavailable(words);
  }
}
