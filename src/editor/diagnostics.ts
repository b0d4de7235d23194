import * as vscode from "vscode";
import type { TextSpan } from "./jsonLocations.ts";

/** A span of a text that no document has open. */
export const rangeIn = (text: string, { offset, length }: TextSpan): vscode.Range =>
  new vscode.Range(positionIn(text, offset), positionIn(text, offset + length));

function positionIn(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

export const rangeOf = (
  document: vscode.TextDocument,
  { offset, length }: TextSpan,
): vscode.Range =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
