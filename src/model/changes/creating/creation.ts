import { isNew, isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { LocalizedContents } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { PendingValue } from "../../foundation/async.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { referenceLabel, recreatableContent } from "./recreatableContent.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { lostIn } from "../writing/verification.ts";
import type { WriteResult } from "../writing/writer.ts";
import { localizationAddress, createAndVerify } from "./localizationWriter.ts";
import type { LocalizationTarget } from "./localizationWriter.ts";
import { referencesIn, withoutReferences } from "../../documents/references/references.ts";
import { publicationStatusOf } from "../../documents/snapshot/publicationStatus.ts";

/** A document that was made of contents. */
export interface CreatedDocument {
  /** A new one; of a single type's document too. */
  readonly documentId: string;
  /**
   * What could not be made again: relations whose target is gone or another document's by now, and
   * attributes that the type has no more. Such as `category (Travel)`.
   */
  readonly omitted: readonly string[];
  /** The draft of each locale. */
  readonly drafts: readonly Draft[];
}

interface CreateOptions {
  /** The documentId of one that is there, and lacks these locales. */
  readonly existingId?: string | undefined;
  /** Told of each locale, also where a later one fails. */
  readonly onMade?: (draft: Draft) => void;
}

/**
 * Makes a document out of contents, as drafts: the first locale by a POST, the others onto that one. The
 * address is that of the document that they were contents of. A failure after something was made is
 * `half-made`.
 */
export async function createDocument(
  service: TypedService,
  address: Address,
  contents: LocalizedContents,
  { existingId, onMade }: CreateOptions = {},
): Promise<Outcome<CreatedDocument, ChangeFailure>> {
  const left = new Set<string>();
  const made: Draft[] = [];
  let documentId = existingId;
  const locales = inOrder(contents, service);
  for (const [at, locale] of locales.entries()) {
    const place = { service, address, locale, documentId };
    const [failure, one] = await createLocalization(place, contents[locale] ?? {});
    if (failure) return failed(partlyCreated(failure, { documentId, missing: locales.slice(at) }));
    documentId = one.documentId;
    for (const path of one.omitted) left.add(path);
    made.push(one.draft);
    onMade?.(one.draft);
  }
  return done({ documentId: documentId ?? "", omitted: [...left], drafts: made });
}

/**
 * Makes a draft of one content in the locale of its address, of a document that lacks it or of a new one: all of
 * it, or nothing.
 */
export async function createDraft(
  service: TypedService,
  address: Address,
  content: JsonObject,
): Promise<Outcome<WriteResult, ChangeFailure>> {
  const { locale = noLocale } = address;
  const documentId = isNew(address) || isSingle(address) ? undefined : address.id;
  const place = { service, address, locale, documentId };
  const [failure, made] = await createAndVerify(place, content);
  if (failure) return failed(failure);
  const { row, draft, deviations } = made;
  const publication = PendingValue.of(publicationStatusOf(row, [], service.type));
  return done({ snapshot: { ...draft, publication }, deviations });
}

/** The default locale first: that is how documents usually begin. */
const inOrder = (contents: LocalizedContents, { catalog }: TypedService): string[] =>
  Object.keys(contents).sort(
    (a, b) => Number(b === catalog.defaultLocale) - Number(a === catalog.defaultLocale),
  );

const partlyCreated = (
  cause: ChangeFailure,
  { documentId, missing }: { documentId: string | undefined; missing: readonly string[] },
): ChangeFailure =>
  documentId === undefined ? cause : { code: "half-made", documentId, missing, cause };

interface CreatedLocalization {
  readonly documentId: string;
  readonly draft: Draft;
  readonly omitted: readonly string[];
}

/** Without the relations that can't be made again: the service names one that is gone, and writes nothing. */
async function createLocalization(
  place: LocalizationTarget,
  whole: JsonObject,
): Promise<Outcome<CreatedLocalization, ChangeFailure>> {
  const { type, catalog } = place.service;
  const there = { ...localizationAddress(place), id: place.documentId ?? "" };
  const [blind, possible] = await recreatableContent(place.service, there, whole);
  if (blind) return failed(blind);
  const references = referencesIn(possible.content, type.attributes, catalog);
  const gone = new Set<string>();
  for (;;) {
    const isGone = (id: string) => gone.has(id);
    const content = withoutReferences(possible.content, type.attributes, catalog, isGone);
    const [failure, made] = await createAndVerify(place, content);
    if (!failure) {
      const lost = references.filter(({ documentId }) => isGone(documentId)).map(referenceLabel);
      return done({ ...made, omitted: [...possible.omitted, ...lost, ...lostIn(made.deviations)] });
    }
    const missing = references.find(({ documentId }) => isMissing(documentId, failure));
    if (!missing || isGone(missing.documentId)) return failed(failure);
    gone.add(missing.documentId);
  }
}

const isMissing = (documentId: string, failure: ChangeFailure): boolean =>
  failure.code === "no-such-file"
    ? failure.documentIds.includes(documentId)
    : failure.code === "service" &&
      failure.error.name === "ValidationError" &&
      failure.error.message.includes(documentId);
