import * as l10n from "@vscode/l10n";
import type { Problem } from "../model/foundation/problem.ts";
import { listOf } from "./lists.ts";

/** Why a part of a text can't be sent, and what to do. */
export function describeProblem({ path, missing, why }: Problem): string {
  if (why === "not-wholly-read") return describeUnread(path, missing);
  const words: Record<Exclude<Problem["why"], "not-wholly-read">, string> = {
    "service-owned": l10n.t("{field} is set by the service. Remove it.", { field: path }),
    "inverse-side": l10n.t(
      "{field} is the inverse side of a relation. Change it in the documents that reference this document.",
      { field: path },
    ),
    "not-seen-whole": l10n.t(
      "{field} is read-only because its structure was inferred from documents and is not fully known.",
      { field: path },
    ),
    "route-decides": l10n.t(
      "{field} is read-only because the API route of this content type may omit parts of it. Sign in as an administrator and reload to edit it.",
      { field: path },
    ),
    "needs-document-id": l10n.t("{field} must identify its target by documentId.", {
      field: path,
    }),
    "needs-type": l10n.t("{field} must name the type of its target in __type.", { field: path }),
    "read-only": l10n.t("{field} is read-only because the service rejects it in every write.", {
      field: path,
    }),
    "never-shown": l10n.t(
      "{field} can't be saved because the service never shows it, so the change couldn't be undone. Remove it.",
      { field: path },
    ),
    "needs-list": l10n.t("{field} must be an array.", { field: path }),
    "needs-object": l10n.t("{field} must be an object.", { field: path }),
    "needs-component": l10n.t("{field} requires the property __component.", { field: path }),
    "needs-text": l10n.t("{field} must be a string.", { field: path }),
    "needs-name": l10n.t("{field} must be a string and must not be empty.", { field: path }),
    "needs-role": l10n.t("{field} must identify a role by its id, such as 1.", {
      field: path,
    }),
    password: l10n.t(
      "{field} can't be saved from the text. Remove it and run the command CMS: Set Password.",
      { field: path },
    ),
    "unknown-key": l10n.t("{field} can't be saved because the service ignores it. Remove it.", {
      field: path,
    }),
  };
  return words[why];
}

/** Why an attribute is read-only if the service did not return all of it. */
export const describeUnread = (path: string, missing: readonly string[] = []): string =>
  missing.every((one) => one === path)
    ? l10n.t("{field} is read-only because the service didn't return it.", { field: path })
    : l10n.t(
        "{field} is read-only because the service didn't return {fields}. Saving would delete the missing content.",
        { field: path, fields: listOf(missing) },
      );

/**
 * The fields that a copy lacks because the service does not return or accept them; empty if it has
 * all.
 */
export const notIncludedWords = (paths: readonly string[]): string[] =>
  paths.length > 0
    ? [
        l10n.t("Not included because the service doesn't return or accept it: {fields}.", {
          fields: listOf([...new Set(paths)]),
        }),
      ]
    : [];
