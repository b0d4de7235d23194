import { isSame } from "../address.ts";
import type { Address } from "../address.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import type { Content } from "../listing/content.ts";
import type { Documents } from "../documents/documents.ts";
import type { Journal } from "../journal/journal.ts";
import { textIn } from "../json.ts";
import { readLocalizations } from "./localizations.ts";
import type { Failure, Outcome } from "../outcome.ts";
import { done, failed, refused } from "../outcome.ts";
import { informed } from "../documents/probe.ts";
import { draftOf } from "../documents/reader.ts";
import type { Draft } from "../documents/reader.ts";
import { createRecorded } from "../journal/recordedCreation.ts";
import { missingIn } from "../documents/unseen.ts";
import { isShared } from "../schemas/shared.ts";

interface Parts {
  readonly catalogs: Catalogs;
  readonly journal: Journal;
  readonly documents: Documents;
  readonly content: Content;
}

/** A localization that was added to a document. */
export interface Localized {
  readonly address: Address;
  /** Relations whose target does not exist in that locale, such as `category (Travel)`. */
  readonly left: readonly string[];
  /** What the service did not show of the other localization, and that this one therefore lacks. */
  readonly unseen: readonly string[];
}

/**
 * Adds a localization with the content of another, as a draft. Relations go along, since the service copies
 * none; what all locales share does not, since the service fills it in. One that is there is never
 * written over.
 */
export async function addLocalization(
  from: Address,
  locale: string,
  parts: Parts,
): Promise<Outcome<Localized>> {
  const [unknown, service] = await localizedService(from, locale, parts.catalogs);
  if (unknown) return failed(unknown);
  const [blind, there] = await readAll(service, from);
  if (blind) return failed(blind);
  const source = there.find(({ address }) => isSame(address, from));
  if (!source) return failed({ code: "gone" });
  const address = { ...from, locale };
  const isThere = there.some((one) => isSame(one.address, address));
  if (isThere) return failed({ code: "locale-there", locale });
  const [failure, left] = await create(service, { ...source, locale }, parts.journal);
  // Also where that failed: it may be there all the same.
  for (const one of [...there, { address }]) parts.documents.adopt(one.address, null);
  const unseen = unseenOf(source.snapshot, service);
  return failure ? failed(failure) : done({ address, left, unseen });
}

const unseenOf = ({ unseen }: Draft, { type }: TypedService): string[] =>
  missingIn(unseen).filter((path) => {
    const attribute = type.attributes.get(path.split(/[.[]/, 1).join());
    return attribute && !isShared(attribute, type);
  });

/** The service itself takes any text for a locale, and would keep it. */
async function localizedService(
  { connection, type: name }: Address,
  locale: string,
  catalogs: Catalogs,
): Promise<Outcome<TypedService>> {
  const [unknown, service] = await catalogs.type(connection, name);
  if (unknown) return failed(unknown);
  const { type, catalog } = service;
  const isKnown = type.localized && catalog.locales.some(({ code }) => code === locale);
  return isKnown ? done(service) : failed({ code: "unknown-locale", locale });
}

/** A document in one of its locales. */
export interface Localization {
  readonly address: Address;
  readonly snapshot: Draft;
}

/** A document in the locales in which it is there, the default one first; none where it is nowhere. */
export async function localizationsOf(
  address: Address,
  catalogs: Catalogs,
): Promise<Outcome<readonly Localization[]>> {
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [blind, there] = await readAll(service, address);
  if (blind) return failed(blind);
  const { defaultLocale } = service.catalog;
  const isDefault = ({ address: { locale } }: Localization) => locale === defaultLocale;
  return done([...there.filter(isDefault), ...there.filter((one) => !isDefault(one))]);
}

async function readAll(
  service: TypedService,
  address: Address,
): Promise<Outcome<readonly Localization[]>> {
  const [error, rows] = await readLocalizations(service, address, { status: "draft" });
  if (error) return refused(error);
  return done(
    rows.map((draft) => {
      const there = { ...address, locale: textIn(draft, "locale") };
      return { address: there, snapshot: draftOf(there, informed(service), draft) };
    }),
  );
}

async function create(
  service: TypedService,
  { address, snapshot, locale }: Localization & { readonly locale: string },
  journal: Journal,
): Promise<Outcome<readonly string[]>> {
  const { title, content, facts } = snapshot;
  const { type } = service;
  const own = Object.entries(content).filter(([name]) => {
    const attribute = type.attributes.get(name);
    return attribute && !isShared(attribute, type);
  });
  const known = typeof facts.documentId === "string" ? facts.documentId : address.id;
  const contents = { [locale]: Object.fromEntries(own) };
  const again = { action: "localize", address, title, contents, known } as const;
  const [failure, created] = await createRecorded(service, again, journal);
  return failure ? failed(causeOf(failure)) : done(created.left);
}

/** There was a document before: that it is there is no half of what was to be made. */
const causeOf = (failure: Failure): Failure =>
  failure.code === "half-made" ? failure.cause : failure;
