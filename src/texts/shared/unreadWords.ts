import * as l10n from "@vscode/l10n";
import type { Problem } from "../../model/foundation/textProblem.ts";
import { listOf, nonEmpty, wordsFor } from "./nameList.ts";

export function describeProblem({ path: field, missing, why }: Problem): string {
  if (why === "not-wholly-read") return describeUnread(field, missing);
  return wordsFor(why, {
    "service-owned": l10n.t("{field} is set by the service. Remove it.", { field }),
    "inverse-side": l10n.t(
      "{field} is the inverse side of a relation. Change it in the documents that reference this document.",
      { field },
    ),
    "not-seen-whole": l10n.t(
      "{field} is read-only because its structure was inferred from documents and is not fully known.",
      { field },
    ),
    "route-decides": l10n.t(
      "{field} is read-only because the API route of this content type may omit parts of it. Sign in as an administrator and reload to edit it.",
      { field },
    ),
    "needs-document-id": l10n.t("{field} must identify its target by documentId.", { field }),
    "needs-type": l10n.t("{field} must name the type of its target in __type.", { field }),
    "read-only": l10n.t("{field} is read-only because the service rejects it in every write.", {
      field,
    }),
    "never-shown": l10n.t(
      "{field} can't be saved because the service never shows it, so the change couldn't be undone. Remove it.",
      { field },
    ),
    "needs-list": l10n.t("{field} must be an array.", { field }),
    "needs-object": l10n.t("{field} must be an object.", { field }),
    "needs-component": l10n.t("{field} requires the property __component.", { field }),
    "needs-text": l10n.t("{field} must be a string.", { field }),
    "needs-name": l10n.t("{field} must be a string and must not be empty.", { field }),
    "needs-role": l10n.t("The user needs a role. Enter its id in {field}, such as 1.", { field }),
    password: l10n.t(
      "{field} can't be saved from the text. Remove it and run the command CMS: Set Password.",
      { field },
    ),
    "unknown-key": l10n.t("{field} can't be saved because the service ignores it. Remove it.", {
      field,
    }),
  });
}

export const describeUnread = (field: string, missing: readonly string[] = []): string =>
  missing.every((path) => path === field)
    ? l10n.t("{field} is read-only because the service didn't return it.", { field })
    : l10n.t(
        "{field} is read-only because the service didn't return {fields}. Saving would delete the missing content.",
        { field, fields: listOf(missing) },
      );

/** The fields that a copy lacks because the service does not return or accept them. */
export const notIncludedWords = (paths: readonly string[]): string[] =>
  nonEmpty(
    paths.length > 0 &&
      l10n.t("Not included because the service doesn't return or accept it: {fields}.", {
        fields: listOf([...new Set(paths)]),
      }),
  );
