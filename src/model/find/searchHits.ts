import type { CallOptions } from "../../client/index.ts";
import { singleId, usersType, type Address } from "../foundation/address.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import { asJson, keyTextOf, textIn, type JsonObject } from "../foundation/json.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import { readLocalizationParts } from "../reading/documentReader.ts";
import { titleOf } from "../documents/snapshotReader.ts";
import { readFirst } from "../reading/lookup.ts";
import type { TextMatch } from "../content/textMatch.ts";
import type { ReadOptions, ReadResult, Truncated } from "../reading/readOptions.ts";
import { findFirstUsers } from "../reading/userReader.ts";
import { localizationOf, readChangeTimes } from "../reading/readRequests.ts";
import { stateOf, type State } from "../content/publicationStatus.ts";

/** A found document in one locale, or a found user. */
export interface SearchHit {
  readonly address: Address;
  /** Empty if it has no title. */
  readonly title: string;
  /** ISO 8601, as returned by the service; empty for users. */
  readonly updatedAt: string;
  /** Absent until requested, and for types without draft & publish. */
  readonly state?: State;
  readonly email?: string;
  /** Absent if the match is in the title, or if no text was searched for. */
  readonly where?: TextMatch | undefined;
}

export const maxHits = 10;

/** The parameters of a list request, in addition to the fields that every hit shows. */
export interface RowsQuery {
  readonly status?: "draft" | "published";
  /** All locales if undefined. */
  readonly locale?: string | undefined;
  readonly fields?: readonly string[];
  readonly [param: string]: unknown;
}

/** Documents of a type, last changed first, in all locales unless `locale` is set. */
export async function rowsOf(
  typed: TypedService,
  { locale, fields = [], ...question }: RowsQuery,
  options: CallOptions,
): ReadResult<Truncated<JsonObject>> {
  const { kind, localized } = typed.type;
  const requestParams = {
    status: "draft" as const,
    ...question,
    fields: [...new Set([...hitFieldsOf(typed.type), ...fields])],
  };
  if (kind === "single") {
    // A search limits the types that it reads at a time, each with one request.
    const limited = { ...options, limit: new ConcurrencyLimit(1) };
    const query = { ...requestParams, locale };
    const [failure, rows] = await readLocalizationParts(typed, { id: singleId }, query, limited);
    return failure ? failed(failure) : done({ rows, total: rows.length, isTruncated: false });
  }
  const params = {
    ...requestParams,
    ...(localized && { locale: locale ?? "*" }),
    sort: ["updatedAt:desc", "documentId:asc"],
  };
  return readFirst(typed, { count: maxHits, params }, options);
}

export const hitFieldsOf = ({ titleField = "documentId", localized }: ContentType): string[] => [
  ...[titleField, "updatedAt"],
  ...(localized ? ["locale"] : []),
];

export const toHit = (connection: string, { type }: TypedService, row: JsonObject): SearchHit => {
  const locale = textIn(row, "locale");
  const id = type.kind === "single" ? singleId : textIn(row, "documentId");
  return {
    address: { connection, type: type.name, id, ...(type.localized && locale && { locale }) },
    title: titleOf(row, type),
    updatedAt: textIn(row, "updatedAt"),
  };
};

/** Adds states to hits, in one more request. If the service rejects it, the hits have no states. */
export async function withStates(
  service: TypedService,
  hits: readonly SearchHit[],
  options: CallOptions,
): Promise<readonly SearchHit[]> {
  const { draftAndPublish, kind } = service.type;
  if (!draftAndPublish || kind === "single") return hits;
  const ids = hits.map(({ address }) => address.id);
  const versions = { ids, status: "published", locale: "*" } as const;
  const [failure, rows] = await readChangeTimes(service, versions, options);
  if (failure) return hits;
  const times = new Map(rows.map((row) => [localizationOf(row), row["updatedAt"]]));
  return hits.map((hit) => {
    const { id: documentId, locale = "" } = hit.address;
    const published = times.get(localizationOf({ documentId, locale }));
    return { ...hit, state: stateOf(hit.updatedAt, published) };
  });
}

/** The first users by name, with some of their fields. They have neither locales nor states. */
export async function userRows(
  service: Pick<Service, "cms">,
  { filters, fields = [] }: { readonly filters: JsonObject; readonly fields?: readonly string[] },
  options: ReadOptions,
): ReadResult<Truncated<JsonObject>> {
  const names = [...new Set(["username", "email", ...fields])];
  const query = { filters, fields: names, sort: ["username:asc"] };
  const users = await findFirstUsers(service, maxHits, query, options);
  return mapOutcome(users, (first) => ({ ...first, rows: first.rows.map(asJson) }));
}

export const toUserHit = (connection: string, row: JsonObject): SearchHit => ({
  address: { connection, type: usersType, id: keyTextOf(row["id"]) ?? "" },
  title: textIn(row, "username"),
  updatedAt: "",
  email: textIn(row, "email"),
});
