import * as vscode from "vscode";
import type { TextSpan } from "./jsonLocations.ts";

/** A stretch of a document's text as VS Code counts it. */
export const rangeOf = (
  document: vscode.TextDocument,
  { offset, length }: TextSpan,
): vscode.Range =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));

/** What we have to say of a place, under our name. */
export function diagnosticAt(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, severity);
  diagnostic.source = "CMS";
  return diagnostic;
}
