import type { CallOptions } from "../../../client/index.ts";
import { isSame, newLocalization } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import { revealHidden } from "../../documents/hiddenContent.ts";
import { availableContent } from "../creating/recreatableContent.ts";
import { baselineOf } from "../../content/baseline.ts";
import { withoutIds } from "../../content/componentIds.ts";
import { unlistedLocaleFailure } from "../creating/missingLocale.ts";
import { readLocalizations } from "../../reading/documentReader.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { withRouteKnowledge } from "../../reading/routeProbe.ts";
import { draftOf } from "../../documents/reader.ts";
import type { Draft } from "../../documents/reader.ts";
import { lackingPaths } from "../../content/unreadAttributes.ts";
import { isShared } from "../../schemas/catalog.ts";

/** The content of a localization that is not on the service yet. */
export interface NewLocalizationContent {
  readonly address: Address;
  readonly content: JsonObject;
  /** Relations whose target does not exist in that locale, such as `category (Travel)`. */
  readonly omitted: readonly string[];
  /** Paths that the service does not return or accept, so the new localization lacks them. */
  readonly unread: readonly string[];
}

interface LocalizationSource {
  readonly service: TypedService;
  /** Every localization of the document. */
  readonly localizations: readonly Localization[];
  readonly source: Localization;
}

/** Finds the localization that a missing one is created from. */
async function findSource(
  from: Address,
  locale: string,
  catalogs: Catalogs,
  options: CallOptions,
): Promise<Outcome<LocalizationSource, ChangeFailure>> {
  const [unknown, service] = await localizedService(from, locale, catalogs);
  if (unknown) return failed(unknown);
  const [blind, localizations] = await readAllLocalizations(service, from, options);
  if (blind) return failed(blind);
  const source = localizations.find(({ address }) => isSame(address, from));
  if (!source) return failed({ code: "gone" });
  const isThere = localizations.some((one) => isSame(one.address, { ...from, locale }));
  return isThere
    ? failed({ code: "locale-there", locale })
    : done({ service, localizations, source });
}

/**
 * Prepares the content of an unsaved localization from another one. Omits shared attributes, which
 * the first save takes from the draft, and relations whose target is missing in the locale.
 */
export async function prepareLocalization(
  from: Address,
  locale: string,
  { catalogs }: { readonly catalogs: Catalogs },
  signal?: AbortSignal,
): Promise<Outcome<NewLocalizationContent, ChangeFailure>> {
  const options = signal ? { signal } : {};
  await revealHidden(catalogs, from, options);
  const [impossible, found] = await findSource(from, locale, catalogs, options);
  if (impossible) return failed(impossible);
  const { service, source } = found;
  const localizations = { ...from, locale };
  const own = withoutIds(ownContent(source.snapshot, service), service);
  const [failure, possible] = await availableContent(service, localizations, own, options);
  if (failure) return failed(failure);
  const address = newLocalization(localizations);
  const content = { ...possible.content, ...baselineOf(address).content };
  return done({
    address,
    content,
    omitted: possible.omitted,
    unread: unreadPaths(source.snapshot, service),
  });
}

const unreadPaths = ({ content, unread }: Draft, service: TypedService): string[] =>
  lackingPaths(content, service, unread).filter((path) => {
    const attribute = service.type.attributes.get(path.split(/[.[]/, 1).join());
    return attribute && !isShared(attribute, service.type);
  });

async function localizedService(
  { connection, type: name }: Address,
  locale: string,
  catalogs: Catalogs,
): Promise<Outcome<TypedService, ChangeFailure>> {
  const [unknown, service] = await catalogs.type(connection, name);
  if (unknown) return failed(unknown);
  const unlisted = unlistedLocaleFailure(service, locale);
  return unlisted ? failed(unlisted) : done(service);
}

/** A document in one of its locales. */
export interface Localization {
  readonly address: Address;
  readonly snapshot: Draft;
}

/** Returns the localizations of a document, the default locale first; empty if there are none. */
export async function localizationsOf(
  address: Address,
  catalogs: Catalogs,
): Promise<Outcome<readonly Localization[], ChangeFailure>> {
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [blind, localizations] = await readAllLocalizations(service, address);
  if (blind) return failed(blind);
  const { defaultLocale } = service.catalog;
  const isDefault = ({ address: { locale } }: Localization) => locale === defaultLocale;
  return done([
    ...localizations.filter(isDefault),
    ...localizations.filter((one) => !isDefault(one)),
  ]);
}

async function readAllLocalizations(
  service: TypedService,
  address: Address,
  options: CallOptions = {},
): Promise<Outcome<readonly Localization[], ChangeFailure>> {
  const [unread, rows] = await readLocalizations(service, address, { status: "draft" }, options);
  if (unread) return failed(unread);
  return done(
    rows.map((draft) => {
      const localizations = { ...address, locale: textIn(draft, "locale") };
      return {
        address: localizations,
        snapshot: draftOf(localizations, withRouteKnowledge(service), draft),
      };
    }),
  );
}

/** The attributes that a localization does not share with the others. */
function ownContent({ content }: Draft, { type }: TypedService): JsonObject {
  const own = Object.entries(content).filter(([name]) => {
    const attribute = type.attributes.get(name);
    return attribute && !isShared(attribute, type);
  });
  return Object.fromEntries(own);
}
