import type { CmsUser, PublicationFilter, SortKey } from "../../../client/index.ts";
import { statusFilterSince } from "../../connections/capabilities.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import type { QueryFailure } from "../queryFailure.ts";
import type { State } from "../../documents/snapshot/states.ts";

/** What the list of a collection, or of the users, is limited to, and its order. */
export interface ListQuery {
  readonly locale?: string | undefined;
  /** In the service's own form, such as `{ title: { $containsi: "tea" } }`; never empty. */
  readonly filter?: JsonObject | undefined;
  /** The titles of documents that the filter names, by documentId, as they were when chosen. */
  readonly titles?: Titles | undefined;
  /** Absent: documents as they were last changed, users by name. */
  readonly sort?: Sort | undefined;
  /** Of documents that have drafts alone. */
  readonly state?: State | undefined;
  /** A text to search for, on the service. */
  readonly search?: string | undefined;
}

export type Titles = Readonly<Record<string, string>>;

export interface Sort {
  /** The name of an attribute, or a path to one such as `category.name`. */
  readonly field: string;
  readonly descending: boolean;
}

/** What a list request for drafts takes. Each order ends in the documentId, so that equals keep one order. */
export function listParams(listQuery: ListQuery, type: ContentType) {
  const { locale, filter, sort, search } = listQuery;
  const state = stateFilterOf(listQuery, type);
  return {
    status: "draft" as const,
    ...(locale && { locale }),
    // Never bare: the service takes a field at its top, such as the locale, for what is asked beside it.
    ...(filter && { filters: { $and: [filter] } }),
    ...(search && { _q: search }),
    ...(state && { publicationFilter: publicationFilters[state] }),
    sort: [sort ? toSortKey(sort) : "updatedAt:desc", "documentId:asc"],
  };
}

/** The same for users, whose routes know neither locale nor state, nor a search of their own. */
export function userListParams({ filter, sort, search }: ListQuery) {
  const found = search ? [{ $or: userMatches(search) }] : [];
  const all = [...(filter ? [filter] : []), ...found];
  return {
    // Not beside each other in one object: groups that meet there overwrite each other on the service.
    ...(all.length > 0 && { filters: { $and: all } }),
    // Chosen by name from what the service says it has.
    sort: [sort ? toSortKey(sort) : "username:asc", "id:asc"] as SortKey<CmsUser>[],
  };
}

/** The state that a list is limited to, where its type has states. */
export const stateFilterOf = (
  { state }: ListQuery,
  { draftAndPublish }: ContentType,
): State | undefined => (draftAndPublish ? state : undefined);

/** Whether something was chosen beside the locale. */
export const hasListQuery = ({ filter, sort, state, search }: ListQuery): boolean =>
  [filter, sort, state, search].some((chosen) => chosen !== undefined);

/** Whether rows are left out by choice; users have no type. */
export const hidesRows = (listQuery: ListQuery, type?: ContentType): boolean =>
  hasListQuery({
    ...listQuery,
    sort: undefined,
    state: type && stateFilterOf(listQuery, type),
  });

/** The change that leaves nothing but the locale. */
export const clearedListQuery: ListQuery = {
  filter: undefined,
  titles: undefined,
  sort: undefined,
  state: undefined,
  search: undefined,
};

/**
 * Whether the service can list by state: one that can refuses a state that there is not, and names those
 * that there are; an older one passes it over, and would show everything.
 */
export async function canFilterByState(
  { cms, type, capabilities }: TypedService,
  signal?: AbortSignal,
): Promise<Outcome<boolean, QueryFailure>> {
  const known = capabilities.filtersByStatus;
  if (known !== undefined) return done(known);
  const params = {
    status: "draft",
    // On purpose one that there is not.
    publicationFilter: "none" as PublicationFilter,
    pagination: { pageSize: 1, withCount: false },
  } as const;
  const documents = cms.collection<JsonObject>(type.name);
  const [error] = await documents.findMany({ params, ...(signal && { signal }) });
  if (error && error.name !== "ValidationError") return refused(error);
  const isThere = error?.message.includes(publicationFilters.draft) === true;
  capabilities.learnStatusFilter(isThere);
  return done(isThere);
}

/**
 * Fails where documents are to be limited to a publication status and the service can't do that: an older one
 * ignores the filter and answers with every document. One request, once for each connection.
 */
export async function requireStatusFilter(
  service: TypedService,
  listQuery: ListQuery,
  signal?: AbortSignal,
): Promise<Outcome<null, QueryFailure>> {
  if (!stateFilterOf(listQuery, service.type)) return done(null);
  const [failure, isThere] = await canFilterByState(service, signal);
  if (failure) return failed(failure);
  return isThere
    ? done(null)
    : failed({ code: "needs-version", version: statusFilterSince, part: "status-filter" });
}

/** Each row is in one state alone: `has-published-version` would list what was modified since, too. */
const publicationFilters = {
  draft: "never-published",
  published: "unmodified",
  modified: "modified",
} as const satisfies Record<State, PublicationFilter>;

const toSortKey = ({ field, descending }: Sort): string =>
  `${field}:${descending ? "desc" : "asc"}`;

const userMatches = (search: string): JsonObject[] =>
  ["username", "email"].map((field) => ({ [field]: { $containsi: search } }));
