import type { CallOptions } from "../../../client/index.ts";
import { singleId, usersType } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Service, TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { QueryFailure } from "../queryFailure.ts";
import type { PopulateTree } from "../../documents/snapshot/shape.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import { stateOf } from "../../documents/snapshot/states.ts";
import type { State } from "../../documents/snapshot/states.ts";
import type { TextMatch } from "./textMatch.ts";

/** A document, in one locale, or a user that was found. */
export interface SearchHit {
  readonly address: Address;
  /** Empty where it has none. */
  readonly title: string;
  /** ISO 8601, as the service wrote it; empty for users. */
  readonly updatedAt: string;
  /** Absent until it was asked for, and for types without draft & publish. */
  readonly state?: State;
  /** Of a user. */
  readonly email?: string;
  /** Absent where it is the title, or nothing was searched for. */
  readonly where?: TextMatch | undefined;
}

/** What came of one request for documents or users. */
export interface RowsPage {
  readonly rows: readonly JsonObject[];
  /** All there are, where the service told. */
  readonly total: number | undefined;
}

/** The most that is shown of one type for each question. */
export const maxHits = 10;

/** What is asked of a list, beside what every hit shows. */
export interface RowsQuery {
  readonly status?: "draft" | "published";
  /** All of them, unless it names one. */
  readonly locale?: string | undefined;
  readonly fields?: readonly string[];
  readonly [param: string]: unknown;
}

/** Documents of a type, last changed first, in all locales unless one is named. */
export async function rowsOf(
  typed: TypedService,
  { locale, fields = [], ...question }: RowsQuery,
  options: CallOptions,
): Promise<Outcome<RowsPage, QueryFailure>> {
  const { cms, type } = typed;
  const { name, kind, localized } = type;
  const asked = {
    status: "draft" as const,
    ...question,
    fields: [...new Set([...shownOf(type), ...fields])],
  };
  if (kind === "single") return localesOfSingle(typed, { ...asked, locale }, options);
  const params = {
    ...asked,
    ...(localized && { locale: locale ?? "*" }),
    sort: ["updatedAt:desc", "documentId:asc"],
    pagination: { start: 0, limit: maxHits },
  };
  const [error, rows, meta] = await cms
    .collection<JsonObject>(name)
    .findMany({ params, ...options });
  return error ? refused(error) : done({ rows, total: meta.pagination?.total });
}

/** All documents of a type, page by page, in the order of their ids, in all locales. */
export async function* pagesOf(
  typed: TypedService,
  populate: PopulateTree,
  options: CallOptions,
): AsyncGenerator<Outcome<RowsPage, QueryFailure>, void, void> {
  const { cms, type } = typed;
  if (type.kind === "single") return yield await rowsOf(typed, { populate }, options);
  const params = {
    status: "draft" as const,
    fields: shownOf(type),
    populate,
    ...(type.localized && { locale: "*" }),
  };
  const pages = cms.collection<JsonObject>(type.name).pages({ params, ...options });
  for await (const [error, rows, meta] of pages) {
    yield error ? refused(error) : done({ rows, total: meta.pagination?.total });
  }
}

const shownOf = ({ titleField = "documentId", localized }: ContentType): string[] => [
  ...[titleField, "updatedAt"],
  ...(localized ? ["locale"] : []),
];

/** The locales of a single type that match: its route answers for one locale only, and with 404 where it does not match. */
async function localesOfSingle(
  typed: TypedService,
  { locale: one, ...asked }: RowsQuery,
  options: CallOptions,
): Promise<Outcome<RowsPage, QueryFailure>> {
  const rows: JsonObject[] = [];
  for (const locale of one === undefined ? await localesOf(typed, options) : [one]) {
    const params = { ...asked, ...(locale !== undefined && { locale }) };
    const [error, row] = await typed.cms
      .single<JsonObject>(typed.type.name)
      .find({ params, ...options });
    if (error && error.name !== "NotFoundError") return refused(error);
    if (row) rows.push(row);
  }
  return done({ rows, total: rows.length });
}

/** The locales to ask for. Where the token may not list them, the document in the default locale names the others. */
async function localesOf(
  { cms, type, catalog }: TypedService,
  options: CallOptions,
): Promise<readonly (string | undefined)[]> {
  if (!type.localized) return [undefined];
  if (catalog.locales.length > 0) return catalog.locales.map(({ code }) => code);
  const localizations = { fields: ["locale"] };
  const params = { status: "draft" as const, fields: ["locale"], populate: { localizations } };
  const [, row] = await cms.single<JsonObject>(type.name).find({ params, ...options });
  const others = row?.["localizations"] ?? null;
  return [undefined, ...(isArray(others) ? others.filter(isObject) : []).map(localeIn)];
}

const localeIn = (row: JsonObject): string => textIn(row, "locale");

export const toHit = (connection: string, { type }: TypedService, row: JsonObject): SearchHit => {
  const locale = textIn(row, "locale");
  const id = type.kind === "single" ? singleId : textIn(row, "documentId");
  return {
    address: { connection, type: type.name, id, ...(type.localized && locale && { locale }) },
    title: titleOf(row, type),
    updatedAt: textIn(row, "updatedAt"),
  };
};

/** Hits with their states, in one more request; without them where that is refused. */
export async function withStates(
  { cms, type }: TypedService,
  hits: readonly SearchHit[],
  options: CallOptions,
): Promise<readonly SearchHit[]> {
  if (!type.draftAndPublish || type.kind === "single" || hits.length === 0) return hits;
  const ids = [...new Set(hits.map(({ address }) => address.id))];
  const [error, rows] = await cms.collection<JsonObject>(type.name).findMany({
    all: true,
    params: {
      status: "published",
      filters: { documentId: { $in: ids } },
      fields: ["updatedAt", ...(type.localized ? ["locale"] : [])],
      ...(type.localized && { locale: "*" }),
    },
    ...options,
  });
  if (error) return hits;
  const key = (id: string, locale = "") => `${id}/${locale}`;
  const times = new Map(
    rows.map((row) => [key(textIn(row, "documentId"), textIn(row, "locale")), row["updatedAt"]]),
  );
  return hits.map((hit) => {
    const { id, locale } = hit.address;
    return { ...hit, state: stateOf(hit.updatedAt, times.get(key(id, locale))) };
  });
}

/** Users by name; they have neither locales nor states. */
export async function userRows(
  { cms }: Pick<Service, "cms">,
  question: { readonly filters: JsonObject; readonly fields?: readonly string[] },
  options: CallOptions,
): Promise<Outcome<RowsPage, QueryFailure>> {
  const { filters, fields = [] } = question;
  const shown = [...new Set(["username", "email", ...fields])];
  const [error, rows] = await cms.users().findMany({
    params: {
      filters,
      fields: shown,
      sort: ["username:asc"],
      pagination: { start: 0, limit: maxHits },
    },
    ...options,
  } as object);
  return error ? refused(error) : done({ rows, total: undefined });
}

export const toUserHit = (connection: string, row: JsonObject): SearchHit => ({
  address: { connection, type: usersType, id: numberIn(row) },
  title: textIn(row, "username"),
  updatedAt: "",
  email: textIn(row, "email"),
});

const numberIn = ({ id = null }: JsonObject): string => (typeof id === "number" ? String(id) : "");
