import * as vscode from "vscode";
import type { Problem } from "../../model/problem.ts";

/** Why a place of a text can't be sent, and what to do. */
export function describeProblem({ path, why }: Problem): string {
  const words: Record<Problem["why"], string> = {
    "service-owned": vscode.l10n.t("{0} is set by the service: take it out.", path),
    "inverse-side": vscode.l10n.t(
      "{0} is the other side of a relation: change it in the documents that point here.",
      path,
    ),
    "not-seen-whole": vscode.l10n.t(
      "{0} can't be changed here: what it is made of was inferred from documents, and not all of it is known.",
      path,
    ),
    "needs-document-id": vscode.l10n.t("{0} must name its target by documentId.", path),
    "needs-list": vscode.l10n.t("{0} must be a list.", path),
    "needs-object": vscode.l10n.t("{0} must be an object.", path),
    "needs-component": vscode.l10n.t("{0} must say its __component.", path),
    "needs-role": vscode.l10n.t("{0} must name a role by its id, such as 1.", path),
    password: vscode.l10n.t(
      "{0} is not saved in a text: take it out, and use the command CMS: Set Password.",
      path,
    ),
    "unknown-key": vscode.l10n.t(
      "{0} can't be saved with a user, the service would leave it out: take it out.",
      path,
    ),
  };
  return words[why];
}
