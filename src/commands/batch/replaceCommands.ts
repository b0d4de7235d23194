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
import { groupedBy } from "../../model/foundation/chunks.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { typeWord } from "../../texts/schemas/attributeTypeWords.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { runBatch } from "../runs/runBatch.ts";
import {
  allThatMatch,
  connectionOf,
  selectedRows,
  shownLocale,
  oneCollection,
} from "../runs/batchSelection.ts";
import type { BatchCommand, BatchSelection } from "../runs/batchSelection.ts";
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

interface ReplaceScope {
  readonly selection: BatchSelection;
  readonly service: TypedService;
  readonly fields: readonly TextField[];
  /** Undefined for the locale that is shown. */
  readonly locales?: readonly string[] | undefined;
}

async function replace(context: RunContext, all: BatchSelection): Promise<void> {
  const connection = connectionOf(all.target);
  await requireUnlocked(context.locks, connection);
  const title = vscode.l10n.t("Find and Replace: Choose a Collection");
  const { scope, query } = await withBack(async () => {
    const { selection, service } = await oneCollection(context, all, title);
    const scope = scopeOf(selection, service);
    const name = connectionName(context.connections, connection);
    return { scope, query: await askQuery(headingOf(service.type), name) };
  });
  await runBatch(context, await replaceCommand(context, scope, query));
}

function scopeOf(selection: BatchSelection, service: TypedService): ReplaceScope {
  const all = textFieldsOf(service);
  if (all.length === 0) throw new Guidance(vscode.l10n.t("The content type has no text fields."));
  // A uid is part of a URL, so a replacement in it is rarely intended.
  const fields = all.filter(({ type }) => type !== "uid");
  return { selection, service, fields: fields.length > 0 ? fields : all };
}

/** The user changes the collection, the fields and the locales in the list of the replacements. */
async function replaceCommand(
  context: RunContext,
  scope: ReplaceScope,
  query: ReplaceQuery,
): Promise<BatchCommand> {
  const { selection, service, fields, locales } = scope;
  const { type, catalog } = service;
  const { target, detail } = await inLocales(context, selection, locales);
  const filter = prefilterFor(query, fields);
  const shared = locales ? [] : fields.filter(({ isShared }) => isShared).map(({ path }) => path);
  const codes = catalog.locales.map(({ code }) => code);
  const currentLocale = shownLocale(context, target, service);
  const hasLocales = type.localized && codes.length > 1 && currentLocale !== undefined;
  const change = (changes: Partial<ReplaceScope>) =>
    replaceCommand(context, { ...scope, ...changes }, query);
  return {
    selection: { target: target.kind === "matching" ? { ...target, filter } : target, detail },
    batchAction: replaceAction(context, { ...must(toReplacement(query)), fields }),
    ...replacingWords(
      query.isRegExp ? `/${query.text}/` : brief(query.text),
      brief(query.replacement),
    ),
    detail: nonEmpty(
      shared.length > 0 &&
        vscode.l10n.t("Shared across locales: {fields}. A change applies to all locales.", {
          fields: listOf(shared),
        }),
      !type.draftAndPublish &&
        vscode.l10n.t("This collection has no drafts. Saving publishes immediately."),
    ),
    options: [
      ...(target.kind === "matching"
        ? [
            {
              label: vscode.l10n.t("Collection…"),
              icon: "folder",
              description: headingOf(type),
              change: async () => {
                const chosen = await chooseCollection(context, service);
                const selection = await allThatMatch(context, chosen.collection);
                return change({ ...scopeOf(selection, chosen), locales: undefined });
              },
            },
          ]
        : []),
      {
        label: vscode.l10n.t("Fields…"),
        icon: "list-selection",
        description: listOf(fields.map(({ path }) => path)),
        change: async () => change({ fields: await chooseFields(scope) }),
      },
      ...(hasLocales
        ? [
            {
              label: vscode.l10n.t("Locales…"),
              icon: "globe",
              description: locales ? listOf(locales) : currentLocale,
              change: async () => change({ locales: await chooseLocales(currentLocale, codes) }),
            },
          ]
        : []),
    ],
  };
}

async function chooseCollection({ catalogs }: RunContext, service: TypedService) {
  const { catalog, connection } = service;
  const choices = [...catalog.types.values()]
    .filter(({ kind }) => kind === "collection")
    .filter((type) => textFieldsOf({ ...service, type }).length > 0)
    .map((type) => ({ label: headingOf(type), value: type.name }));
  const title = vscode.l10n.t("Find and Replace: Choose a Collection");
  const collection = { connection, type: await choose(choices, { title }) };
  return { ...must(await catalogs.type(connection, collection.type)), collection };
}

async function askQuery(collection: string, connection: string): Promise<ReplaceQuery> {
  const toQuery = (text: string, activeToggles: ReadonlySet<keyof ReplaceQuery>): ReplaceQuery => ({
    text,
    isRegExp: activeToggles.has("isRegExp"),
    matchCase: activeToggles.has("matchCase"),
    wholeWord: activeToggles.has("wholeWord"),
    replacement: "",
  });
  const { text, on } = await askWithToggles<keyof ReplaceQuery>(
    {
      title: vscode.l10n.t("Find in {collection} on {connection}", { collection, connection }),
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
    title: vscode.l10n.t("Replace in {collection} on {connection}", { collection, connection }),
    prompt: query.isRegExp
      ? vscode.l10n.t(
          "Leave empty to remove the matches. Use $1 for the first group and $$ for a dollar sign",
        )
      : vscode.l10n.t("Leave empty to remove the matches"),
  });
  return { ...query, replacement };
}

/** Below the type and each of its components. */
function chooseFields({ service, fields }: ReplaceScope): Promise<readonly TextField[]> {
  const paths = new Set(fields.map(({ path }) => path));
  const choices = textFieldsOf(service).map((field) => ({
    label: field.path,
    description: typeWord(field.type, false),
    heading: field.owner || headingOf(service.type),
    picked: paths.has(field.path),
    value: field,
  }));
  return pickMany([...groupedBy(choices, ({ heading }) => heading).values()].flat(), {
    title: vscode.l10n.t("Find and Replace: Select Fields"),
    placeholder: vscode.l10n.t("Select the fields to search"),
  });
}

const chooseLocales = (
  currentLocale: string,
  codes: readonly string[],
): Promise<readonly string[] | undefined> =>
  choose<readonly string[] | undefined>(
    [
      { label: vscode.l10n.t("Only {locale}", { locale: currentLocale }), value: undefined },
      { label: vscode.l10n.t("All Locales"), description: listOf(codes), value: codes },
    ],
    { title: vscode.l10n.t("Find and Replace") },
  );

async function inLocales(
  context: RunContext,
  { target, detail }: BatchSelection,
  locales: readonly string[] | undefined,
): Promise<BatchSelection> {
  if (!locales) return { target, detail };
  if (target.kind === "matching") return allThatMatch(context, target.collection, locales);
  return { target: { ...target, locales }, detail: [...detail, listOf(locales)] };
}
