import * as vscode from "vscode";
import { listOf } from "../host/words/lists.ts";
import { untitled } from "../host/words/words.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { Service } from "../model/schemas/catalogs.ts";
import type { InboundRelations } from "../model/query/finding/inbound.ts";
import { localesChangedSince } from "../model/changes/lifecycle/publishing.ts";
import { missingPaths } from "../model/documents/content/unreadAttributes.ts";
import type { Draft } from "../model/documents/snapshot/reader.ts";
import type { SeenVersion } from "./previewedDocument.ts";
import { isUncertain } from "./publishWords.ts";
import type { Failure } from "../model/failure.ts";

/**
 * The versions that a delete includes, and the locales that differ from those that the user saw.
 */
export function deletedVersionsWords(now: Draft, seen: SeenVersion | undefined): string[] {
  const { locales: codes = [] } = now.facts;
  if (codes.length === 0) return [vscode.l10n.t("The draft goes, and what is published.")];
  const moved =
    seen?.localeVersions === undefined ? [] : localesChangedSince(seen.localeVersions, now);
  return [
    vscode.l10n.t("Every locale goes, drafts and published: {0}.", codes.join(", ")),
    ...(moved.length > 0
      ? [vscode.l10n.t("Other locales that changed since you saw it: {0}.", moved.join(", "))]
      : []),
  ];
}

/** The attributes that a restore could not bring back, because the service does not return them. */
export const notRestorableWords = ({ unread }: Pick<Draft, "unread">): string[] =>
  unread.size > 0
    ? [
        vscode.l10n.t(
          "Can't be restored because the service does not return it: {0}.",
          listOf(missingPaths(unread)),
        ),
      ]
    : [];

/** The documents whose relations a delete removes. */
export function inboundRelationsWords(
  { relations, total, unsearchable }: InboundRelations,
  { catalog }: Service,
): string[] {
  const nameOf = (type: string) => {
    const known = catalog.types.get(type);
    return known ? headingOf(known) : type;
  };
  const named = relations.map(({ type, title }) => `${nameOf(type)} '${title || untitled()}'`);
  const shown = [...new Set(named)];
  const others = Math.max(0, total - relations.length);
  const words = [...shown, ...Array<string>(others).fill("")];
  return [
    ...(total > 0 ? [vscode.l10n.t("Links to it that go too: {0}.", listOf(words))] : []),
    ...(unsearchable.length > 0
      ? [vscode.l10n.t("Links from {0} can't be looked up.", listOf(unsearchable))]
      : []),
  ];
}

export const deleteFailureWords = (failure: Failure, title: string): string =>
  isUncertain(failure)
    ? vscode.l10n.t("Whether {0} was deleted is not known: look before you try again.", title)
    : vscode.l10n.t("{0} was not deleted.", title);
