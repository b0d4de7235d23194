import { isNew, isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Contents } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { Later } from "../../foundation/later.ts";
import type { Failure, Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { nameOf, possibleIn } from "./possible.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { lostIn } from "../writing/verification.ts";
import type { Written } from "../writing/writer.ts";
import { placed, writeOnce } from "./localizationWriter.ts";
import type { Place } from "./localizationWriter.ts";
import { referencesIn, withoutReferences } from "../../documents/references/references.ts";
import { standingOf } from "../../documents/snapshot/standing.ts";

/** A document that was made of contents. */
export interface Created {
  /** A new one; of a single type's document too. */
  readonly documentId: string;
  /**
   * What could not be made again: relations whose target is gone or another document's by now, and
   * attributes that the type has no more. Such as `category (Travel)`.
   */
  readonly left: readonly string[];
  /** The draft of each locale. */
  readonly made: readonly Draft[];
}

interface Making {
  /** The documentId of one that is there, and lacks these locales. */
  readonly known?: string | undefined;
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
  contents: Contents,
  { known, onMade }: Making = {},
): Promise<Outcome<Created>> {
  const left = new Set<string>();
  const made: Draft[] = [];
  let documentId = known;
  const locales = inOrder(contents, service);
  for (const [at, locale] of locales.entries()) {
    const place = { service, address, locale, documentId };
    const [failure, one] = await makeLocalization(place, contents[locale] ?? {});
    if (failure) return failed(halfMade(failure, { documentId, missing: locales.slice(at) }));
    documentId = one.documentId;
    for (const path of one.left) left.add(path);
    made.push(one.draft);
    onMade?.(one.draft);
  }
  return done({ documentId: documentId ?? "", left: [...left], made });
}

/**
 * Makes a draft of one content in the locale of its address, of a document that lacks it or of a new one: all of
 * it, or nothing.
 */
export async function createDraft(
  service: TypedService,
  address: Address,
  content: JsonObject,
): Promise<Outcome<Written>> {
  const { locale = noLocale } = address;
  const documentId = isNew(address) || isSingle(address) ? undefined : address.id;
  const place = { service, address, locale, documentId };
  const [failure, made] = await writeOnce(place, content);
  if (failure) return failed(failure);
  const { row, draft, deviations } = made;
  const standing = Later.of(standingOf(row, [], service.type));
  return done({ snapshot: { ...draft, standing }, deviations });
}

/** The default locale first: that is how documents usually begin. */
const inOrder = (contents: Contents, { catalog }: TypedService): string[] =>
  Object.keys(contents).sort(
    (a, b) => Number(b === catalog.defaultLocale) - Number(a === catalog.defaultLocale),
  );

const halfMade = (
  cause: Failure,
  { documentId, missing }: { documentId: string | undefined; missing: readonly string[] },
): Failure =>
  documentId === undefined ? cause : { code: "half-made", documentId, missing, cause };

interface Made {
  readonly documentId: string;
  readonly draft: Draft;
  readonly left: readonly string[];
}

/** Without the relations that can't be made again: the service names one that is gone, and writes nothing. */
async function makeLocalization(place: Place, whole: JsonObject): Promise<Outcome<Made>> {
  const { type, catalog } = place.service;
  const there = { ...placed(place), id: place.documentId ?? "" };
  const [blind, possible] = await possibleIn(place.service, there, whole);
  if (blind) return failed(blind);
  const references = referencesIn(possible.content, type.attributes, catalog);
  const gone = new Set<string>();
  for (;;) {
    const isGone = (id: string) => gone.has(id);
    const content = withoutReferences(possible.content, type.attributes, catalog, isGone);
    const [failure, made] = await writeOnce(place, content);
    if (!failure) {
      const lost = references.filter(({ documentId }) => isGone(documentId)).map(nameOf);
      return done({ ...made, left: [...possible.left, ...lost, ...lostIn(made.deviations)] });
    }
    const missing = references.find(({ documentId }) => isMissing(documentId, failure));
    if (!missing || isGone(missing.documentId)) return failed(failure);
    gone.add(missing.documentId);
  }
}

const isMissing = (documentId: string, failure: Failure): boolean =>
  failure.code === "no-such-file"
    ? failure.documentIds.includes(documentId)
    : failure.code === "service" &&
      failure.error.name === "ValidationError" &&
      failure.error.message.includes(documentId);
