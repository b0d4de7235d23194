import * as vscode from "vscode";
import type { Problem } from "../../model/foundation/problem.ts";
import { listOf } from "./lists.ts";

/** Why a part of a text can't be sent, and what to do. */
export function describeProblem({ path, missing, why }: Problem): string {
  if (why === "not-wholly-read") return describeUnread(path, missing);
  const words: Record<Exclude<Problem["why"], "not-wholly-read">, string> = {
    "service-owned": vscode.l10n.t("{0} is set by the service: take it out.", path),
    "inverse-side": vscode.l10n.t(
      "{0} is the other side of a relation: change it in the documents that point here.",
      path,
    ),
    "not-seen-whole": vscode.l10n.t(
      "{0} can't be changed here: what it is made of was inferred from documents, and not all of it is known.",
      path,
    ),
    "route-decides": vscode.l10n.t(
      "{0} is read-only because this type's API route decides itself what it returns, and parts may be missing. Sign in as an administrator and reload to edit it.",
      path,
    ),
    "needs-document-id": vscode.l10n.t("{0} must name its target by documentId.", path),
    "needs-list": vscode.l10n.t("{0} must be a list.", path),
    "needs-object": vscode.l10n.t("{0} must be an object.", path),
    "needs-component": vscode.l10n.t("{0} must say its __component.", path),
    "needs-text": vscode.l10n.t("{0} must be a text. The name must not be empty.", path),
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

/** Why an attribute is read-only if the service did not return all of it. */
export const describeUnread = (path: string, missing: readonly string[] = []): string =>
  missing.every((one) => one === path)
    ? vscode.l10n.t("{0} is read-only because the service did not return it.", path)
    : vscode.l10n.t(
        "{0} is read-only because the service did not return {1}: saving would delete it.",
        path,
        listOf(missing),
      );

/**
 * The fields that a copy lacks because the service did not return them; empty if it returned all.
 */
export const notIncludedWords = (paths: readonly string[]): string[] =>
  paths.length > 0
    ? [
        vscode.l10n.t(
          "Not included because the service does not return it: {0}.",
          listOf([...new Set(paths)]),
        ),
      ]
    : [];
