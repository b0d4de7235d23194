import * as vscode from "vscode";
import type { TextSpan } from "./jsonLocations.ts";

/** A span of a document's text as a VS Code range. */
export const rangeOf = (
  document: vscode.TextDocument,
  { offset, length }: TextSpan,
): vscode.Range =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
