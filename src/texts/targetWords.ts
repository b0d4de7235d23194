import * as l10n from "@vscode/l10n";
import type { Address } from "../model/foundation/address.ts";
import type { TargetFlaw } from "../model/changes/lifecycle/targetStates.ts";
import { untitled } from "./words.ts";

/** The problem with the target of a relation, and its consequence. */
export function describeTarget(flaw: TargetFlaw, title: string, { locale }: Address): string {
  const document = title || untitled();
  if (flaw === "unpublished") {
    return l10n.t(
      "'{document}' was never published. The service omits this relation from the published version.",
      { document },
    );
  }
  return locale
    ? l10n.t(
        "'{document}' doesn't exist or has no localization in {locale}. The service rejects this relation.",
        { document, locale },
      )
    : l10n.t("'{document}' doesn't exist. The service rejects this relation.", { document });
}
