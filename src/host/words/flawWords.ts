import * as vscode from "vscode";
import type { Failure } from "../../model/foundation/outcome.ts";

/** Where a text is no JSON, or would be sent as another one. */
export type JsonFailure = Extract<Failure, { readonly line: number }>;

export function describeJsonFailure({ code, line, column }: JsonFailure): string {
  switch (code) {
    case "invalid-json":
      return vscode.l10n.t("The text is not valid JSON at line {0}, column {1}.", line, column);
    case "doubled-key":
      return vscode.l10n.t("A key stands twice, at line {0}, column {1}.", line, column);
    case "rounded-number":
      return vscode.l10n.t(
        "The number at line {0}, column {1} has more digits than JSON can carry: put it in quotes.",
        line,
        column,
      );
    case "too-deep":
      return vscode.l10n.t(
        "Lists and objects are nested too deeply at line {0}, column {1}.",
        line,
        column,
      );
  }
}

type Reason = Extract<
  Failure,
  { readonly code: "not-recorded" | "results-not-kept" | "not-written" | "invalid-pattern" }
>;

/** With the words of the system that refused. */
export function describeReason({ code, why }: Reason): string {
  switch (code) {
    case "not-recorded":
      return vscode.l10n.t(
        "What would be needed to undo this can't be written to disk, and nothing was sent: {0}. The setting cms.journal.connections turns the journal off.",
        why,
      );
    case "results-not-kept":
      return vscode.l10n.t(
        "What becomes of each record can't be written beside the file: {0}. Nothing more was imported.",
        why,
      );
    case "not-written":
      return vscode.l10n.t("The file can't be written: {0}", why);
    case "invalid-pattern":
      return vscode.l10n.t("This is no regular expression: {0}", why);
  }
}
