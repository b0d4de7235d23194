import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { ask, choose, pickMany } from "../../host/shared/prompts.ts";
import { askWithToggles } from "../../host/shared/toggleInput.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { replacingWords } from "../../texts/batch/batchActionWords.ts";
import { brief } from "../../texts/batch/batchWords.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import { textFieldsOf, type TextField } from "../../model/batch/textFields.ts";
import { prefilterFor, toReplacement, type ReplaceQuery } from "../../model/batch/textPattern.ts";
import { replaceAction } from "../../model/batch/replaceAction.ts";
import { isUser } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { runBatch } from "../runs/runBatch.ts";
import {
  allThatMatch,
  connectionOf,
  selectedRows,
  shownLocale,
  oneCollection,
} from "../runs/batchSelection.ts";
import type { BatchSelection } from "../runs/batchSelection.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import type { RunContext } from "../shared/commandContexts.ts";

export const replacingCommands = (context: RunContext, targets: Targets): CommandTable => ({
  "cms.selection.replace": async (row?: CommandRow, rows?: readonly CommandRow[]) => {
    const selection = selectedRows(row, rows, (address) => !isUser(address));
    await replace(context, selection);
  },
  "cms.collection.replaceInAll": async (row?: CommandRow) => {
    const title = vscode.l10n.t("Find and Replace in Content");
    const collection = await targets.collection(row, title);
    await replace(context, await allThatMatch(context, collection));
  },
});

async function replace(context: RunContext, all: BatchSelection): Promise<void> {
  await requireUnlocked(context.locks, connectionOf(all.target));
  const title = vscode.l10n.t("Find and Replace: Choose a Collection");
  const { selection, service, query, fields, locales } = await withBack(async () => {
    const { selection, service } = await oneCollection(context, all, title);
    const query = await askQuery();
    const fields = await chooseFields(service);
    const locales = await chooseLocales(context, selection, service);
    return { selection, service, query, fields, locales };
  });
  const { target, detail } = await inLocales(context, selection, locales);
  const filter = prefilterFor(query, fields);
  const shared = locales ? [] : fields.filter(({ isShared }) => isShared).map(({ path }) => path);
  await runBatch(context, {
    selection: { target: target.kind === "matching" ? { ...target, filter } : target, detail },
    batchAction: replaceAction(context, { ...must(toReplacement(query)), fields }),
    ...replacingWords(
      query.isRegExp ? `/${query.text}/` : brief(query.text),
      brief(query.replacement),
    ),
    detail: nonEmpty(
      vscode.l10n.t("Fields: {fields}.", { fields: listOf(fields.map(({ path }) => path)) }),
      shared.length > 0 &&
        vscode.l10n.t("Shared across locales: {fields}. A change applies to all locales.", {
          fields: listOf(shared),
        }),
      !service.type.draftAndPublish &&
        vscode.l10n.t("This collection has no drafts. Saving publishes immediately."),
    ),
  });
}

async function askQuery(): Promise<ReplaceQuery> {
  const toQuery = (text: string, activeToggles: ReadonlySet<keyof ReplaceQuery>): ReplaceQuery => ({
    text,
    isRegExp: activeToggles.has("isRegExp"),
    matchCase: activeToggles.has("matchCase"),
    wholeWord: activeToggles.has("wholeWord"),
    replacement: "",
  });
  const { text, on } = await askWithToggles<keyof ReplaceQuery>(
    {
      title: vscode.l10n.t("Find and Replace: Find"),
      prompt: vscode.l10n.t("Ignores case unless Match Case is on"),
    },
    [
      { name: "matchCase", icon: "case-sensitive", label: vscode.l10n.t("Match Case") },
      { name: "wholeWord", icon: "whole-word", label: vscode.l10n.t("Match Whole Word") },
      { name: "isRegExp", icon: "regex", label: vscode.l10n.t("Use Regular Expression") },
    ],
    (typedText, activeToggles) => {
      const [failure] = toReplacement(toQuery(typedText, activeToggles));
      return failure ? describe(failure) : undefined;
    },
  );
  const query = toQuery(text, on);
  const replacement = await ask({
    title: vscode.l10n.t("Find and Replace: Replace With"),
    prompt: query.isRegExp
      ? vscode.l10n.t(
          "Leave empty to remove the matches. Use $1 for the first group and $$ for a dollar sign",
        )
      : vscode.l10n.t("Leave empty to remove the matches"),
  });
  return { ...query, replacement };
}

async function chooseFields(service: TypedService): Promise<readonly TextField[]> {
  const fields = textFieldsOf(service);
  if (fields.length === 0)
    throw new Guidance(vscode.l10n.t("The content type has no text fields."));
  const choices = fields.map((field) => ({
    label: field.path,
    description: field.type,
    // A uid is part of a URL, so a replacement in it is rarely intended.
    picked: field.type !== "uid",
    value: field,
  }));
  return pickMany(choices, {
    title: vscode.l10n.t("Find and Replace: Select Fields"),
    placeholder: vscode.l10n.t("Select the fields to search"),
  });
}

/** Undefined for the locale that is shown. */
async function chooseLocales(
  context: RunContext,
  { target }: BatchSelection,
  { type, catalog }: TypedService,
): Promise<readonly string[] | undefined> {
  const codes = catalog.locales.map(({ code }) => code);
  const currentLocale = shownLocale(context, target, { type, catalog });
  if (!type.localized || codes.length < 2 || currentLocale === undefined) return undefined;
  const choices = [
    { label: vscode.l10n.t("Only {locale}", { locale: currentLocale }), value: undefined },
    { label: vscode.l10n.t("All Locales"), description: listOf(codes), value: codes },
  ];
  return choose<readonly string[] | undefined>(choices, {
    title: vscode.l10n.t("Find and Replace"),
  });
}

async function inLocales(
  context: RunContext,
  { target, detail }: BatchSelection,
  locales: readonly string[] | undefined,
): Promise<BatchSelection> {
  if (!locales) return { target, detail };
  if (target.kind === "matching") return allThatMatch(context, target.collection, locales);
  return { target: { ...target, locales }, detail: [...detail, listOf(locales)] };
}
