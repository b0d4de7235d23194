import * as vscode from "vscode";
import type { Address } from "../../model/foundation/address.ts";
import type { TargetFlaw } from "../../model/changes/lifecycle/targetStates.ts";
import { untitled } from "./words.ts";

/** The problem with the target of a relation, and its consequence. */
export function describeTarget(flaw: TargetFlaw, title: string, { locale }: Address): string {
  const name = title || untitled();
  if (flaw === "unpublished") {
    return vscode.l10n.t(
      "'{0}' was never published: the service leaves it out of the published version without a word.",
      name,
    );
  }
  return locale
    ? vscode.l10n.t("'{0}' is gone, or is not there in {1}: the service refuses it.", name, locale)
    : vscode.l10n.t("'{0}' is gone: the service refuses it.", name);
}
