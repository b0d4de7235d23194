import type { AttributeSchema, CallOptions } from "../../client/index.ts";
import { singleId, userUid } from "../foundation/address.ts";
import type { Catalog, ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import type { ReadResult } from "../reading/readOptions.ts";
import { rowsOf, toHit, toUserHit, userRows, type RowsQuery } from "./searchHits.ts";
import type { PastedReference } from "./pastedReference.ts";
import type { SearchPart } from "./textSearch.ts";

export interface ReferenceSearch<Named = PastedReference> {
  readonly connection: string;
  readonly pasted: Named;
  readonly options: CallOptions;
}

type PageSearch = ReferenceSearch<Extract<PastedReference, { readonly kind: "page" }>>;

export async function findReferenced(
  typed: TypedService,
  { pasted, ...naming }: ReferenceSearch,
): ReadResult<SearchPart> {
  if (pasted.kind === "id") {
    const { documentId } = pasted;
    return hitsOf(typed, naming, { filters: { documentId } });
  }
  if (pasted.kind === "page") return ofPage(typed, { ...naming, pasted });
  const { type, catalog } = typed;
  if (pasted.kind === "user" || ![type.name, type.uid].includes(pasted.type)) return done(noHits);
  if (pasted.kind === "document")
    return hitsOf(typed, naming, { filters: { documentId: pasted.id }, locale: pasted.locale });
  if (type.kind !== "single") return done(noHits);
  // Sends no request. Opening the document shows whether it has content.
  const { locale = catalog.defaultLocale } = pasted;
  const inLocale = type.localized && locale ? { locale } : {};
  const { connection } = naming;
  const address = { connection, type: type.name, id: singleId, ...inLocale };
  return done({ hits: [{ address, title: type.displayName, updatedAt: "" }] });
}

const noHits: SearchPart = { hits: [] };

async function hitsOf(
  typed: TypedService,
  { connection, options }: Omit<ReferenceSearch, "pasted">,
  query: RowsQuery,
): ReadResult<SearchPart> {
  return mapOutcome(await rowsOf(typed, query, options), ({ rows }) => ({
    hits: rows.map((row) => toHit(connection, typed, row)),
  }));
}

/**
 * Finds the documents of a page on the website. The site shows published content. If no draft
 * matches, documents whose published version matches are returned.
 */
async function ofPage(typed: TypedService, naming: PageSearch): ReadResult<SearchPart> {
  const { type, catalog } = typed;
  const { type: name = type.name, locale, ...filters } = Object.fromEntries(naming.pasted.gaps);
  const conditions = Object.entries(filters);
  const isOfType = type.kind === "collection" && name === type.name && conditions.length > 0;
  const areAskable = conditions.every(([field, value]) => isAskable(type, field, value));
  if (!isOfType || !areAskable || !isThere(locale, type, catalog)) return done(noHits);
  const question = { locale, filters };
  const drafts = await hitsOf(typed, naming, question);
  const [failure, draftResult] = drafts;
  if (failure || draftResult.hits.length > 0 || !type.draftAndPublish) return drafts;
  const onSite = { ...question, status: "published" } as const;
  const [refusal, publishedPage] = await rowsOf(typed, onSite, naming.options);
  if (refusal) return failed(refusal);
  const ids = publishedPage.rows.map((row) => textIn(row, "documentId"));
  if (ids.length === 0) return done(noHits);
  return hitsOf(typed, naming, { ...question, filters: { documentId: { $in: ids } } });
}

/** Whether a type can have documents in a locale. True if the token can't list the locales. */
const isThere = (locale: string | undefined, { localized }: ContentType, { locales }: Catalog) =>
  !localized || !locale || locales.length === 0 || locales.some(({ code }) => code === locale);

/**
 * Whether documents can be filtered by a field's value. The service fails on a text for a number, and
 * rejects fields that can't be read.
 */
function isAskable({ attributes }: ContentType, field: string, value: string): boolean {
  if (field === "documentId") return true;
  const attribute: AttributeSchema | undefined = attributes.get(field);
  if (!attribute || attribute.private === true) return false;
  if (/^(integer|biginteger)$/.test(attribute.type)) return /^\d{1,15}$/.test(value);
  return /^(string|text|uid|email|enumeration)$/.test(attribute.type);
}

/** The user that a pasted text identifies: by number, documentId or a page of the admin panel. */
export async function findReferencedUser(
  service: Service,
  { connection, pasted, options }: ReferenceSearch,
): ReadResult<SearchPart> {
  const filters = filtersOf(pasted);
  if (!filters) return done(noHits);
  return mapOutcome(await userRows(service, { filters }, options), ({ rows }) => ({
    hits: rows.map((row) => toUserHit(connection, row)),
  }));
}

function filtersOf(pasted: PastedReference): JsonObject | undefined {
  if (pasted.kind === "user") return { id: pasted.id };
  if (pasted.kind === "id") return { documentId: pasted.documentId };
  const { type, id } = { type: "", id: "", ...pasted };
  return type === userUid && id ? { documentId: id } : undefined;
}
