import { modify } from "jsonc-parser";
import * as vscode from "vscode";
import { codeAction, type Plain } from "../../host/surfaces/editorTexts.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { CheckFinding, CheckFix } from "../../model/check/checkFinding.ts";
import type { Locks } from "../../model/connect/locks.ts";
import type { Address } from "../../model/foundation/address.ts";
import { documentIdOf } from "../../model/content/attributePositions.ts";
import type { CheckDiagnostics, LocatedFinding } from "./checkDiagnostics.ts";
import { editOptionsFor, rangeOf, JsonLocations } from "../shared/jsonLocations.ts";

export const offeredFixes: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
};

/**
 * Offers quick fixes for the findings of Check Content. Each runs a command that previews or asks,
 * or edits the text for the user to save.
 */
export const checkFixes = (problems: CheckDiagnostics, locks: Locks) =>
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
  const { finding } = located;
  if (fix.code === "remove-relation") {
    const { address, path } = finding;
    const text = document.getText();
    const id = documentIdOf(new JsonLocations(text).value(path) ?? null);
    // The text may have another relation there.
    if (id !== fix.documentId || locks.locked(address.connection)) return undefined;
    const edit = new vscode.WorkspaceEdit();
    // An item of a list goes; a field becomes empty.
    const value = typeof path.at(-1) === "number" ? undefined : null;
    for (const { content, ...span } of modify(text, [...path], value, editOptionsFor(text)))
      edit.replace(document.uri, rangeOf(document, span), content);
    const title = vscode.l10n.t("Remove Relation to '{document}'", {
      document: targetTitle(finding),
    });
    return Object.assign(codeAction(title, vscode.CodeActionKind.QuickFix), { edit });
  }
  const command = commandOf(document, fix, located);
  return Object.assign(codeAction(command.title, vscode.CodeActionKind.QuickFix), { command });
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
  { finding, range }: LocatedFinding,
): vscode.Command {
  const { address } = finding;
  switch (fix.code) {
    case "publish-again": {
      const title = vscode.l10n.t("Publish Document Again");
      return toCommand(title, "cms.document.publish", { address });
    }
    case "publish-target": {
      const title = vscode.l10n.t("Publish '{document}'", { document: targetTitle(finding) });
      return toCommand(title, "cms.document.publish", { address: fix.target });
    }
    case "publish-with-relations": {
      const title = vscode.l10n.t("Publish with Relations");
      return toCommand(title, "cms.document.publishWithRelations", { address });
    }
    case "compare-with-published": {
      const title = vscode.l10n.t("Compare with Published");
      return toCommand(title, "cms.document.compareWithPublished", { address });
    }
    case "compare-with-locale": {
      const title = vscode.l10n.t("Compare with {locale}", { locale: fix.locale });
      return compareCommand(title, { ...address, locale: fix.locale }, address);
    }
    case "compare-with": {
      const document = fix.other.title || untitled();
      const title = vscode.l10n.t("Compare with '{document}'", { document });
      return compareCommand(title, fix.other.address, address);
    }
    case "choose-value": {
      const isFile = finding.rule === "missing-target" && finding.data.kind === "no-file";
      const title = isFile
        ? vscode.l10n.t("Choose a Media File…")
        : vscode.l10n.t("Choose a Document…");
      return toCommand(title, "cms.document.choose", uri, range.start);
    }
    case "set-field": {
      const { field, publishes } = fix;
      const title = publishes
        ? vscode.l10n.t("Set {field} and Publish…", { field })
        : vscode.l10n.t("Set {field}…", { field });
      const row = { address, row: { title: finding.title } };
      return toCommand(title, "cms.selection.setField", row, [], { field, publishes });
    }
    case "regenerate-slug":
      return toCommand(vscode.l10n.t("Regenerate Slug"), "cms.document.regenerateSlug", uri);
    case "enter-text": {
      const title =
        finding.rule === "missing-alternative-text"
          ? vscode.l10n.t("Enter Alternative Text…")
          : vscode.l10n.t("Enter Text…");
      return toCommand(title, "cms.document.enterText", uri, range.start);
    }
    case "add-localization": {
      const { locale } = fix;
      const title = vscode.l10n.t("Add Localization in {locale}", { locale });
      return toCommand(title, "cms.document.addLocalization", { address, locale });
    }
    case "edit-link": {
      const title = vscode.l10n.t("Edit Link {link}…", { link: fix.url });
      return toCommand(title, "cms.document.enterText", uri, range.start, fix.url);
    }
    case "delete-file":
      return toCommand(vscode.l10n.t("Delete File"), "cms.media.delete", { address });
  }
}

const toCommand = (title: string, command: string, ...args: unknown[]): vscode.Command => ({
  title,
  command,
  arguments: args,
});

const compareCommand = (title: string, ...both: readonly [Address, Address]): vscode.Command =>
  toCommand(
    title,
    "cms.document.compareSelected",
    undefined,
    both.map((address) => ({ address })),
  );
