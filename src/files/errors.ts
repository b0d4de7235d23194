import * as vscode from "vscode";
import { describe, describeRefusedSave } from "../host/words/words.ts";
import type { Failure } from "../model/outcome.ts";

/** A failure of a save: it says what became of the text, too. */
export const toSaveError = (failure: Failure): vscode.FileSystemError =>
  toFileError(failure, describeRefusedSave(failure));

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
