import * as vscode from "vscode";
import { listOf, nonEmpty } from "../texts/lists.ts";
import { localesChangedSince } from "../model/changes/lifecycle/publishing.ts";
import { missingPaths } from "../model/content/unreadAttributes.ts";
import type { Draft, SnapshotWithStatus } from "../model/documents/reader.ts";
import type { SeenVersion } from "./previewedDocument.ts";
import { isUncertain } from "./publishWords.ts";
import type { Failure } from "../model/failure.ts";

/**
 * The versions that a delete includes, and the locales that differ from those that the user saw.
 */
export function deletedVersionsWords(
  now: SnapshotWithStatus,
  seen: SeenVersion | undefined,
): string[] {
  const { locales: codes = [] } = now.facts;
  if (codes.length === 0) return [onlyVersionWords(now)];
  const moved =
    seen?.localeVersions === undefined ? [] : localesChangedSince(seen.localeVersions, now);
  return nonEmpty(
    localizedVersionsWords(now, codes.join(", ")),
    moved.length > 0 &&
      vscode.l10n.t("Other locales that changed after you opened the document: {locales}.", {
        locales: moved.join(", "),
      }),
  );
}

/** The versions of a document without locales. */
function onlyVersionWords({ state }: SnapshotWithStatus): string {
  switch (state) {
    case undefined:
      return vscode.l10n.t("This deletes the document.");
    case "draft":
      return vscode.l10n.t("This deletes the draft. The document isn't published.");
    default:
      return vscode.l10n.t("This deletes the draft and the published version.");
  }
}

/** The versions of a document with locales. */
function localizedVersionsWords({ states }: SnapshotWithStatus, locales: string): string {
  if (!states) return vscode.l10n.t("This deletes all localizations: {locales}.", { locales });
  return Object.values(states).every((state) => state === "draft")
    ? vscode.l10n.t("This deletes the drafts of all localizations: {locales}.", { locales })
    : vscode.l10n.t(
        "This deletes all localizations, including drafts and published versions: {locales}.",
        { locales },
      );
}

/** The attributes that a restore could not bring back, because the service does not return them. */
export const notRestorableWords = ({ unread }: Pick<Draft, "unread">): string[] =>
  unread.size > 0
    ? [
        vscode.l10n.t(
          "The service doesn't return these fields, so they can't be restored: {fields}.",
          { fields: listOf(missingPaths(unread)) },
        ),
      ]
    : [];

export const deleteFailureWords = (failure: Failure, title: string): string =>
  isUncertain(failure)
    ? vscode.l10n.t(
        "It's not known whether {document} was deleted. Check the service before you retry.",
        { document: title },
      )
    : vscode.l10n.t("{document} was not deleted.", { document: title });
