import type { Address } from "../../foundation/address.ts";
import { isSingle } from "../../foundation/address.ts";
import { findCreated } from "../creating/findCreated.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { createDocument, readExisting } from "../creating/creation.ts";
import type { CreatedDocument, ExistingDocument } from "../creating/creation.ts";
import type { LocalizedContents, JournalEntry, Journal } from "../journal/journal.ts";
import { localizationAddress } from "../journal/journalEntry.ts";
import { isObject, pick, textIn } from "../../foundation/json.ts";
import { learnRecorded } from "../../documents/hiddenContent.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeDependencies } from "../changeDependencies.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import { exceptOmitted, lackingPaths, unreadIn } from "../../content/unreadAttributes.ts";
import { isShared } from "../../schemas/catalog.ts";

/** A deleted document that was created again. */
export interface RestoredDocument {
  /** The address of the first locale. */
  readonly address: Address;
  /** A new documentId: references to the old one do not find the document. */
  readonly documentId: string;
  /** Content that could not be recreated, such as `category (Travel)`. */
  readonly omitted: readonly string[];
  /** Paths that the service did not return when the document was deleted, or does not accept. */
  readonly unread: readonly string[];
  readonly report: ChangeReport;
}

/**
 * Recreates a deleted document in all of its locales, as drafts. If only one localization was
 * deleted, adds it to its document again, as a draft. If an earlier restore failed partly, adds the
 * missing locales.
 */
export async function restoreDeleted(
  entry: JournalEntry,
  parts: ChangeDependencies,
): Promise<Outcome<RestoredDocument, ChangeFailure>> {
  const { address } = entry;
  await learnRecorded(parts.catalogs, address, Object.values(entry.before));
  const [unknown, service] = await parts.catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  const [blind, existing] = await documentToComplete(entry, service, parts.journal);
  if (blind) return failed(blind);
  const contents = contentsToMake(entry, existing, service);
  if (Object.keys(contents).length === 0) return failed({ code: "still-there" });
  const { id: undoes, title } = entry;
  const again = { address, title, contents, existingId: existing?.documentId, undoes };
  const [failure, created] = await createDocument(service, again, parts.journal);
  parts.content.refresh(address);
  if (failure) return failed(failure);
  const unseen = Object.values(contents).flatMap((one) =>
    lackingPaths(one, service, exceptOmitted(unreadIn(one, service), entry.omitted)),
  );
  const { documentId, omitted, report } = created;
  const unread = [...new Set(unseen)];
  return done({ address: addressOf(address, created), documentId, omitted, unread, report });
}

/**
 * The contents of the locales that the document lacks. A localization that is added to an existing
 * document gets the current shared attributes of that document.
 */
function contentsToMake(
  { address, before }: JournalEntry,
  existing: ExistingDocument | undefined,
  { type }: TypedService,
): LocalizedContents {
  const missing = Object.entries(before).filter(([locale]) => !existing?.locales.includes(locale));
  if (address.locale === undefined || !existing) return Object.fromEntries(missing);
  const isOwn = (name: string): boolean => {
    const attribute = type.attributes.get(name);
    return attribute === undefined || !isShared(attribute, type);
  };
  return Object.fromEntries(
    missing.map(([locale, content]) => [locale, pick(content, Object.keys(content).filter(isOwn))]),
  );
}

/**
 * The document that the restored locales are added to; undefined if none exists yet. A single type
 * may have new content since the delete. Existing localizations stay as they are.
 */
async function documentToComplete(
  entry: JournalEntry,
  service: TypedService,
  journal: Journal,
): Promise<Outcome<ExistingDocument | undefined, ChangeFailure>> {
  const { address } = entry;
  const [failure, current] = await readExisting(service, address);
  if (failure) return failed(failure);
  if (isSingle(address)) return done(current);
  // Only one localization was deleted: adds it to the document again.
  if (current && address.locale !== undefined) return done(current);
  if (current) return failed({ code: "still-there" });
  const id = await findEarlierRestore(entry, service, journal);
  return id ? readExisting(service, { ...address, id }) : done(undefined);
}

/** The document that an earlier restore created, at least with some locales. */
async function findEarlierRestore(
  { id, address }: JournalEntry,
  service: TypedService,
  journal: Journal,
): Promise<string | undefined> {
  const history = await journal.history(address);
  const earlier = history.filter(({ undoes, outcome }) => undoes === id && outcome !== "failed");
  const [content] = earlier
    .filter(({ outcome }) => outcome === "done")
    .flatMap(({ after }) => Object.values(after));
  const facts = content?.["$"] ?? null;
  if (isObject(facts)) return textIn(facts, "documentId");
  const [uncertain] = earlier;
  return uncertain && findUncertainRestore(uncertain, service);
}

/** The document that a restore with an unknown outcome created. */
async function findUncertainRestore(
  { address, after }: JournalEntry,
  service: TypedService,
): Promise<string | undefined> {
  for (const [locale, content] of Object.entries(after)) {
    const place = localizationAddress(address, locale);
    const sent = { service, address: place, documentId: undefined, content, earlier: [] };
    const made = await findCreated(sent);
    if (made) return textIn(made, "documentId");
  }
  return undefined;
}

/** The address of a recreated document in its first locale. */
function addressOf(address: Address, { documentId, drafts }: CreatedDocument): Address {
  const [locale] = drafts.flatMap(({ facts }) =>
    typeof facts.locale === "string" ? facts.locale : [],
  );
  const id = isSingle(address) ? address.id : documentId;
  return { ...address, id, ...(locale && { locale }) };
}
