import * as l10n from "@vscode/l10n";
import type { CheckFinding, CheckFix } from "../model/checks/checkFinding.ts";
import { untitled } from "./words.ts";

export function describeCheckFix(fix: CheckFix, finding: CheckFinding): string {
  switch (fix.code) {
    case "publish-again":
      return l10n.t("Publish Document Again");
    case "publish-target":
      return l10n.t("Publish '{document}'", { document: targetTitle(finding) });
    case "publish-with-relations":
      return l10n.t("Publish with Relations");
    case "compare-with-published":
      return l10n.t("Compare with Published");
    case "compare-with-locale":
      return l10n.t("Compare with {locale}", { locale: fix.locale });
    case "compare-with":
      return l10n.t("Compare with '{document}'", { document: fix.other.title || untitled() });
    case "remove-relation":
      return l10n.t("Remove Relation to '{document}'", { document: targetTitle(finding) });
    case "choose-value":
      return finding.rule === "missing-target" && finding.data.kind === "no-file"
        ? l10n.t("Choose a Media File…")
        : l10n.t("Choose a Document…");
    case "set-field":
      return fix.publishes
        ? l10n.t("Set {field} and Publish…", { field: fix.field })
        : l10n.t("Set {field}…", { field: fix.field });
    case "regenerate-slug":
      return l10n.t("Regenerate Slug");
    case "enter-text":
      return finding.rule === "missing-alternative-text"
        ? l10n.t("Enter Alternative Text…")
        : l10n.t("Enter Text…");
    case "add-localization":
      return l10n.t("Add Localization in {locale}", { locale: fix.locale });
    case "edit-link":
      return l10n.t("Edit Link {link}…", { link: fix.url });
    case "delete-file":
      return l10n.t("Delete File");
  }
}

const targetTitle = ({ data }: CheckFinding): string =>
  ("documentId" in data && data.title) || untitled();
