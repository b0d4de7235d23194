import type { CallOptions } from "../../client/index.ts";
import { isSame, newLocalization, type Address } from "../foundation/address.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import { pick, textIn } from "../foundation/json.ts";
import { revealHidden } from "../documents/hiddenContent.ts";
import type { Copy } from "../create/documentTemplate.ts";
import { availableContent } from "../create/recreatableContent.ts";
import { baselineOf } from "../content/baseline.ts";
import { withoutIds } from "../content/componentIds.ts";
import { unlistedLocaleFailure } from "../create/newDocument.ts";
import { readLocalizations } from "../reading/documentReader.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { draftOf, type Draft } from "../documents/snapshotReader.ts";
import { lackingPaths } from "../content/unreadAttributes.ts";
import { isShared } from "../schemas/catalog.ts";

/**
 * Prepares the content of an unsaved localization from another one. Omits shared attributes, which
 * the first save takes from the draft, and relations whose target is missing in the locale, such as
 * `category (Travel)`. It lacks the `unread` paths, which the service does not return or accept.
 */
export async function prepareLocalization(
  sourceAddress: Address,
  locale: string,
  { catalogs }: { readonly catalogs: Catalogs },
  signal?: AbortSignal,
): ChangeResult<Copy & { readonly address: Address }> {
  const options = { signal };
  await revealHidden(catalogs, sourceAddress, options);
  const [unknown, service] = await catalogs.type(sourceAddress.connection, sourceAddress.type);
  if (unknown) return failed(unknown);
  const unlisted = unlistedLocaleFailure(service, locale);
  if (unlisted) return failed(unlisted);
  const [blind, localizations] = await readAllLocalizations(service, sourceAddress, options);
  if (blind) return failed(blind);
  const target = { ...sourceAddress, locale };
  const source = localizations.find(({ address }) => isSame(address, sourceAddress))?.snapshot;
  if (!source) return failed({ code: "gone" });
  if (localizations.some(({ address }) => isSame(address, target)))
    return failed({ code: "locale-there", locale });
  const isOwn = (name: string) => {
    const attribute = service.type.attributes.get(name);
    return attribute !== undefined && !isShared(attribute, service.type);
  };
  const ownContent = pick(source.content, Object.keys(source.content).filter(isOwn));
  const newContent = withoutIds(ownContent, service);
  const [failure, possibleContent] = await availableContent(service, target, newContent, options);
  if (failure) return failed(failure);
  const address = newLocalization(target);
  const unread = lackingPaths(source.content, service, source.unread);
  return done({
    address,
    content: { ...possibleContent.content, ...baselineOf(address).content },
    omitted: possibleContent.omitted,
    unread: unread.filter((path) => isOwn(path.split(/[.[]/, 1).join())),
  });
}

export interface Localization {
  readonly address: Address;
  readonly snapshot: Draft;
}

/** The default locale first; empty if there are none. */
export async function localizationsOf(
  address: Address,
  catalogs: Catalogs,
): ChangeResult<readonly Localization[]> {
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [blind, localizations] = await readAllLocalizations(service, address);
  if (blind) return failed(blind);
  const { defaultLocale } = service.catalog;
  const rankOf = ({ address }: Localization) => (address.locale === defaultLocale ? 0 : 1);
  return done(localizations.toSorted((a, b) => rankOf(a) - rankOf(b)));
}

async function readAllLocalizations(
  service: TypedService,
  address: Address,
  options: CallOptions = {},
): ChangeResult<readonly Localization[]> {
  const [unread, rows] = await readLocalizations(service, address, { status: "draft" }, options);
  if (unread) return failed(unread);
  return done(
    rows.map((draft) => {
      const localeAddress = { ...address, locale: textIn(draft, "locale") };
      return { address: localeAddress, snapshot: draftOf(withRouteKnowledge(service), draft) };
    }),
  );
}
