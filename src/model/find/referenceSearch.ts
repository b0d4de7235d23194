import type { AttributeSchema, CallOptions } from "../../client/index.ts";
import { singleId, userUid } from "../foundation/address.ts";
import type { Catalog, ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import type { ReadResult } from "../reading/readOptions.ts";
import { rowsOf, toHit, toUserHit, userRows, type RowsQuery } from "./searchHits.ts";
import type { PastedReference } from "./pastedReference.ts";
import type { SearchPart } from "./textSearch.ts";

export interface ReferenceSearch {
  readonly connection: string;
  readonly pasted: PastedReference;
  readonly options: CallOptions;
}

export async function findReferenced(
  typed: TypedService,
  { connection, pasted, options }: ReferenceSearch,
): ReadResult<SearchPart> {
  const find: Find = async (query) =>
    mapOutcome(await rowsOf(typed, query, options), ({ rows }) => ({
      hits: rows.map((row) => toHit(connection, typed, row)),
    }));
  if (pasted.kind === "id") return find({ filters: { documentId: pasted.documentId } });
  if (pasted.kind === "page") return findPage(typed, pasted.gaps, find);
  const { type, catalog } = typed;
  if (pasted.kind === "user" || ![type.name, type.uid].includes(pasted.type)) return done(noHits);
  if (pasted.kind === "document")
    return find({ filters: { documentId: pasted.id }, locale: pasted.locale });
  if (type.kind !== "single") return done(noHits);
  // Sends no request. Opening the document shows whether it has content.
  const { locale = catalog.defaultLocale } = pasted;
  const inLocale = type.localized && locale ? { locale } : {};
  const address = { connection, type: type.name, id: singleId, ...inLocale };
  return done({ hits: [{ address, title: type.displayName, updatedAt: "" }] });
}

const noHits: SearchPart = { hits: [] };

type Find = (query: RowsQuery) => ReadResult<SearchPart>;

/**
 * Finds the documents of a page on the website. The site shows published content. If no draft
 * matches, documents whose published version matches are returned.
 */
async function findPage(
  { type, catalog }: TypedService,
  gaps: ReadonlyMap<string, string>,
  find: Find,
): ReadResult<SearchPart> {
  const { type: name = type.name, locale } = Object.fromEntries(gaps);
  const conditions = [...gaps].filter(([field]) => !/^(type|locale|status)$/.test(field));
  const filters = Object.fromEntries(conditions);
  const isOfType = type.kind === "collection" && name === type.name && conditions.length > 0;
  const areAskable = conditions.every(([field, value]) => isAskable(type, field, value));
  if (!isOfType || !areAskable || !isThere(locale, type, catalog)) return done(noHits);
  const question = { locale, filters };
  const drafts = await find(question);
  const [failure, draftResult] = drafts;
  if (failure || draftResult.hits.length > 0 || !type.draftAndPublish) return drafts;
  const [refusal, published] = await find({ ...question, status: "published" });
  if (refusal) return failed(refusal);
  const ids = published.hits.map(({ address }) => address.id);
  if (ids.length === 0) return done(noHits);
  return find({ ...question, filters: { documentId: { $in: ids } } });
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
