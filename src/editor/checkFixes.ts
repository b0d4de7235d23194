import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { codeAction } from "../host/surfaces/editorTexts.ts";
import { untitled } from "../texts/words.ts";
import type { CheckFinding, CheckFix } from "../model/checks/checkFinding.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Address } from "../model/foundation/address.ts";
import { documentIdOf } from "../model/content/attributePlaces.ts";
import type { CheckProblems, LocatedFinding } from "./checkProblems.ts";
import { rangeOf, JsonLocations } from "./jsonLocations.ts";

export const offeredFixes: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
};

/**
 * Offers quick fixes for the findings of Check Content. Each runs a command that previews or asks,
 * or edits the text for the user to save.
 */
export const checkFixes = (problems: CheckProblems, locks: Locks) =>
  ({
    provideCodeActions(document, part, { diagnostics }) {
      const actions = problems.findingsIn(document, part).flatMap((located) => {
        const { finding, range } = located;
        const solved = diagnostics.filter((diagnostic) => diagnostic.range.isEqual(range));
        return (finding.fixes ?? []).flatMap((fix, at) => {
          const action = actionFor(document, fix, located, locks);
          if (!action) return [];
          action.diagnostics = solved;
          action.isPreferred = at === 0 && !optional.has(fix.code);
          return [action];
        });
      });
      // Several findings at one value may have the same fix.
      return [
        ...new Map(actions.reverse().map((action) => [action.title, action])).values(),
      ].reverse();
    },
  }) satisfies vscode.CodeActionProvider;

function actionFor(
  document: vscode.TextDocument,
  fix: CheckFix,
  located: LocatedFinding,
  locks: Locks,
): Plain<vscode.CodeAction> | undefined {
  const title = describeCheckFix(fix, located.finding);
  const action = codeAction(title, vscode.CodeActionKind.QuickFix);
  if (fix.code === "remove-relation") {
    const edit = locks.locked(located.finding.address.connection)
      ? undefined
      : removalOf(document, located.finding, fix);
    return edit && Object.assign(action, { edit });
  }
  action.command = { title, ...commandOf(document, fix, located) };
  return action;
}

function describeCheckFix(fix: CheckFix, finding: CheckFinding): string {
  switch (fix.code) {
    case "publish-again":
      return vscode.l10n.t("Publish Document Again");
    case "publish-target":
      return vscode.l10n.t("Publish '{document}'", { document: targetTitle(finding) });
    case "publish-with-relations":
      return vscode.l10n.t("Publish with Relations");
    case "compare-with-published":
      return vscode.l10n.t("Compare with Published");
    case "compare-with-locale":
      return vscode.l10n.t("Compare with {locale}", { locale: fix.locale });
    case "compare-with":
      return vscode.l10n.t("Compare with '{document}'", {
        document: fix.other.title || untitled(),
      });
    case "remove-relation":
      return vscode.l10n.t("Remove Relation to '{document}'", { document: targetTitle(finding) });
    case "choose-value":
      return finding.rule === "missing-target" && finding.data.kind === "no-file"
        ? vscode.l10n.t("Choose a Media File…")
        : vscode.l10n.t("Choose a Document…");
    case "set-field":
      return fix.publishes
        ? vscode.l10n.t("Set {field} and Publish…", { field: fix.field })
        : vscode.l10n.t("Set {field}…", { field: fix.field });
    case "regenerate-slug":
      return vscode.l10n.t("Regenerate Slug");
    case "enter-text":
      return finding.rule === "missing-alternative-text"
        ? vscode.l10n.t("Enter Alternative Text…")
        : vscode.l10n.t("Enter Text…");
    case "add-localization":
      return vscode.l10n.t("Add Localization in {locale}", { locale: fix.locale });
    case "edit-link":
      return vscode.l10n.t("Edit Link {link}…", { link: fix.url });
    case "delete-file":
      return vscode.l10n.t("Delete File");
  }
}

const targetTitle = ({ data }: CheckFinding): string =>
  ("documentId" in data && data.title) || untitled();

/** Fixes that only show something, or delete content. */
const optional: ReadonlySet<CheckFix["code"]> = new Set<CheckFix["code"]>([
  "compare-with-published",
  "compare-with-locale",
  "compare-with",
  "remove-relation",
  "delete-file",
]);

function commandOf(
  { uri }: vscode.TextDocument,
  fix: Exclude<CheckFix, { readonly code: "remove-relation" }>,
  { finding: { address, title }, range }: LocatedFinding,
): Omit<vscode.Command, "title"> {
  const row = { address, row: { title } };
  switch (fix.code) {
    case "publish-again":
      return { command: "cms.document.publish", arguments: [{ address }] };
    case "publish-target":
      return { command: "cms.document.publish", arguments: [{ address: fix.target }] };
    case "publish-with-relations":
      return { command: "cms.document.publishWithRelations", arguments: [{ address }] };
    case "compare-with-published":
      return { command: "cms.document.compareWithPublished", arguments: [{ address }] };
    case "compare-with-locale":
      return compareCommand({ ...address, locale: fix.locale }, address);
    case "compare-with":
      return compareCommand(fix.other.address, address);
    case "choose-value":
      return { command: "cms.document.choose", arguments: [uri, range.start] };
    case "set-field": {
      const { field, publishes } = fix;
      return { command: "cms.selection.setField", arguments: [row, [], { field, publishes }] };
    }
    case "regenerate-slug":
      return { command: "cms.document.regenerateSlug", arguments: [uri] };
    case "enter-text":
      return { command: "cms.document.enterText", arguments: [uri, range.start] };
    case "add-localization": {
      const { locale } = fix;
      return { command: "cms.document.addLocalization", arguments: [{ address, locale }] };
    }
    case "edit-link":
      return { command: "cms.document.enterText", arguments: [uri, range.start, fix.url] };
    case "delete-file":
      return { command: "cms.media.delete", arguments: [{ address }] };
  }
}

const compareCommand = (...both: readonly [Address, Address]): Omit<vscode.Command, "title"> => ({
  command: "cms.document.compareSelected",
  arguments: [undefined, both.map((address) => ({ address }))],
});

/** Removes the relation of a finding from the text; undefined if the text has another one there. */
function removalOf(
  document: vscode.TextDocument,
  { path }: CheckFinding,
  { documentId }: Extract<CheckFix, { readonly code: "remove-relation" }>,
): vscode.WorkspaceEdit | undefined {
  const text = new JsonLocations(document.getText());
  const item = text.item(path);
  const written = text.written(path);
  if (!written || documentIdOf(text.value(path) ?? null) !== documentId) return undefined;
  const edit = new vscode.WorkspaceEdit();
  if (item) edit.delete(document.uri, rangeOf(document, item));
  else edit.replace(document.uri, rangeOf(document, written), "null");
  return edit;
}
