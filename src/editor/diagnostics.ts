import * as vscode from "vscode";
import type { TextSpan } from "./jsonLocations.ts";

/** A span of a document's text as a VS Code range. */
export const rangeOf = (
  document: vscode.TextDocument,
  { offset, length }: TextSpan,
): vscode.Range =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));

/** A diagnostic for a span of the text, with the extension's name as its source. */
export function diagnosticAt(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, severity);
  diagnostic.source = "CMS";
  return diagnostic;
}
