import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { showWarning } from "../../host/surfaces/messages.ts";
import { openDocuments } from "../../files/shared/openEditors.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { chooseOrPress, choose, iconButton } from "../../host/shared/prompts.ts";
import { stateIcon } from "../../host/shared/statusIcons.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { notIncludedWords } from "../../texts/shared/unreadWords.ts";
import { statusWord } from "../../texts/shared/failureWords.ts";
import { prepareLocalization } from "../../model/locales/newLocalization.ts";
import type { Address } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { compareDocuments } from "../compare/compareDocuments.ts";
import { openBeside, openDocument } from "../shared/openDocument.ts";
import { readForPreview, type PreviewedDocument } from "../shared/previewedDocument.ts";
import type { Argument, Targets } from "../shared/targets.ts";
import type { Translations } from "../../editor/locales/localeMarks.ts";
import type { NewDocuments } from "../../files/create/newDocuments.ts";
import type { ViewContext } from "../shared/commandContexts.ts";
import type { State } from "../../model/content/publicationStatus.ts";

interface LocaleOf {
  readonly code: string;
  /** The service's name for the locale, with its code. */
  readonly name: string;
  readonly isThere: boolean;
  /** Absent if it has no document, or the type has no publication status. */
  readonly state?: State | undefined;
}

/** The other locales of a document, at least one, which may have no localization yet. */
async function localesOf(context: ViewContext, address: Address) {
  if (address.locale === undefined) endWith(vscode.l10n.t("This content type isn't localized."));
  const { type, catalog } = must(await context.catalogs.type(address.connection, address.type));
  const previewed = await readForPreview(context, address);
  const { facts, states = {} } = previewed.snapshot;
  const existingCodes = new Set(facts.locales);
  const names = new Map(catalog.locales.map(({ code, name }) => [code, name]));
  const codes = new Set([...existingCodes, ...names.keys()]);
  codes.delete(address.locale);
  const others = [...codes].map((code): LocaleOf => {
    const name = names.get(code) ?? code;
    return {
      code,
      name: name.includes(code) ? name : `${name} (${code})`,
      isThere: existingCodes.has(code),
      state: states[code],
    };
  });
  if (others.length > 0) return { previewed, others, defaultLocale: catalog.defaultLocale };
  return endWith(
    vscode.l10n.t(
      "No other locales of {collection} were found. The token may have no permission to list locales.",
      { collection: headingOf(type) },
    ),
  );
}

function toChoice(locale: LocaleOf) {
  const { name: label, isThere, state } = locale;
  const status = state ? statusWord(state) : "";
  const missing = vscode.l10n.t({
    message: "missing",
    comment: ["State of a locale of a document"],
  });
  return {
    label,
    description: isThere ? status : missing,
    iconPath: isThere ? stateIcon(state) : new vscode.ThemeIcon("add"),
    value: locale,
  };
}

interface LocaleContext extends ViewContext {
  readonly newDocuments: NewDocuments;
  readonly translations: Translations;
}

export const localeCommands = (context: LocaleContext, targets: Targets): CommandTable => ({
  "cms.document.otherLocales": async (on?: Argument) => {
    const title = vscode.l10n.t("Open Another Locale of a Document");
    await otherLocales(context, await targets.document(on, title));
  },

  "cms.document.compareLocales": async (on?: Argument) => {
    const title = vscode.l10n.t("Compare Two Locales of a Document");
    await compareLocales(context, await targets.document(on, title));
  },

  "cms.document.translate": async (on?: Argument & { readonly locale?: string }) => {
    const title = vscode.l10n.t("Translate a Document");
    await translate(context, await targets.document(on, title), on?.locale);
  },

  "cms.document.addLocalization": async (on?: Argument & { readonly locale?: string }) => {
    const title = vscode.l10n.t("Add a Localization to a Document");
    await addMissing(context, await targets.document(on, title), on?.locale);
  },
});

async function otherLocales(context: LocaleContext, address: Address): Promise<void> {
  const { previewed, others } = await localesOf(context, address);
  const beside = iconButton("split-horizontal", vscode.l10n.t("Open to the Side"));
  const compare = iconButton("diff", vscode.l10n.t("Compare"));
  const choices = others.map((locale) => ({
    ...toChoice(locale),
    buttons: locale.isThere ? [beside, compare] : [],
  }));
  const { value, button } = await chooseOrPress(choices, {
    title: vscode.l10n.t("Open Another Locale of {document}", {
      document: previewed.title,
    }),
    placeholder: vscode.l10n.t("Choose a locale to open or add"),
  });
  const other = { ...address, locale: value.code };
  if (!value.isThere) await add(context, previewed, value);
  else if (button === compare) await compareDocuments(context, [address, other]);
  else if (button === beside) await openBeside(context, other);
  else await openDocument(context, other);
}

/**
 * Opens another locale beside a document, and marks its untranslated fields. Offers missing locales
 * first, and never the default one, in which the document was written.
 */
async function translate(
  context: LocaleContext,
  address: Address,
  givenCode: string | undefined,
): Promise<void> {
  const { previewed, others, defaultLocale } = await localesOf(context, address);
  const targets = others
    .filter(({ code, isThere }) => code !== defaultLocale || !isThere)
    .toSorted((a, b) => Number(a.isThere) - Number(b.isThere));
  const given = others.find(({ code }) => code === givenCode);
  if (!given && targets.length === 0)
    endWith(
      vscode.l10n.t("There is no other locale to translate {document} into.", {
        document: previewed.name,
      }),
    );
  const title = vscode.l10n.t("Translate {document} from {locale}", {
    document: previewed.title,
    locale: address.locale ?? "",
  });
  const targetLocale = given ?? (await choose(targets.map(toChoice), { title }));
  const target = { ...address, locale: targetLocale.code };
  await openDocument(context, address);
  if (targetLocale.isThere) await openBeside(context, target);
  else await add(context, previewed, targetLocale, vscode.ViewColumn.Beside);
  await context.translations.begin(address, target);
}

async function compareLocales(context: ViewContext, address: Address): Promise<void> {
  const { previewed, others } = await localesOf(context, address);
  const existingLocales = others.filter(({ isThere }) => isThere);
  if (existingLocales.length === 0)
    endWith(vscode.l10n.t("{document} has no other localizations.", { document: previewed.name }));
  const title = vscode.l10n.t("Compare {document} with Another Locale", {
    document: previewed.name,
  });
  const { code } = await choose(existingLocales.map(toChoice), { title });
  await compareDocuments(context, [address, { ...address, locale: code }]);
}

async function addMissing(
  context: LocaleContext,
  address: Address,
  given: string | undefined,
): Promise<void> {
  const { previewed, others } = await localesOf(context, address);
  if (given !== undefined) {
    const locale = others.find(({ code }) => code === given) ?? { code: given, name: given };
    await add(context, previewed, locale);
    return;
  }
  const missing = others.filter(({ isThere }) => !isThere);
  if (missing.length === 0) {
    endWith(
      vscode.l10n.t("{document} already exists in every locale of the service.", {
        document: previewed.title,
      }),
    );
  }
  await requireUnlocked(context.locks, address.connection);
  const title = vscode.l10n.t("Add Localization to {document}", { document: previewed.title });
  const choice = await showQuickPick(missing.map(toChoice), { title });
  if (choice) await add(context, previewed, choice.value);
}

/** Opens an unsaved text with the saved content of the active locale. It sends nothing. */
async function add(
  context: LocaleContext,
  { address, snapshot, title, name }: PreviewedDocument,
  { code, name: language }: Pick<LocaleOf, "code" | "name">,
  viewColumn?: vscode.ViewColumn,
): Promise<void> {
  await requireUnlocked(context.locks, address.connection);
  const localization = await runTask(
    vscode.l10n.t("Reading the document"),
    (signal) => prepareLocalization(address, code, context, signal),
    vscode.l10n.t("{locale} can't be added to {document}.", { locale: language, document: title }),
  );
  const { address: target, content, omitted, unread } = localization;
  await context.newDocuments.open(target, snapshot.title, content, viewColumn);
  const asides = nonEmpty(
    omitted.length > 0 &&
      vscode.l10n.t(
        "Not included because the content doesn't exist in the locale {locale}: {fields}.",
        { locale: code, fields: listOf(omitted) },
      ),
    ...notIncludedWords(unread),
    openDocuments(address).some(({ isDirty }) => isDirty) &&
      vscode.l10n.t("Unsaved changes in {document} are not included.", { document: name }),
  );
  if (asides.length > 0) void showWarning(asides.join(" "));
}
