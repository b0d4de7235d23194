import type { CmsUser, PublicationFilter, SortKey } from "../../client/index.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { State } from "./publicationStatus.ts";

export interface ListQuery {
  readonly locale?: string | undefined;
  /** In the service's own format, such as `{ title: { $containsi: "tea" } }`; never empty. */
  readonly filter?: JsonObject | undefined;
  /** The titles of the filter's documents, by documentId, as they were when the user chose them. */
  readonly titles?: Titles | undefined;
  /** Absent for the default: documents by last change, users by name. */
  readonly sort?: Sort | undefined;
  /** Only for documents that have drafts. */
  readonly state?: State | undefined;
  readonly search?: string | undefined;
}

export type Titles = Readonly<Record<string, string>>;

export interface Sort {
  /** The name of an attribute, or a path to one such as `category.name`. */
  readonly field: string;
  readonly descending: boolean;
}

/** The parameters of a list of drafts. A sort ends with documentId, so equal rows keep order. */
export function listParams(listQuery: ListQuery, type: ContentType) {
  const { locale, filter, sort, search } = listQuery;
  const state = stateFilterOf(listQuery, type);
  return {
    status: "draft" as const,
    ...(locale && { locale }),
    // Wrapped in `$and`, because the service takes a top-level field, such as the locale, for a
    // parameter of the request.
    filters: filter && { $and: [filter] },
    ...(search && { _q: search }),
    publicationFilter: state && publicationFilters[state],
    sort: [sort ? toSortKey(sort) : "updatedAt:desc", "documentId:asc"],
  };
}

/** The parameters of a list request for users, whose routes support no locale, state or search. */
export function userListParams({ filter, sort, search }: ListQuery) {
  const matches = ["username", "email"].map((field) => ({ [field]: { $containsi: search ?? "" } }));
  const filters = [...(filter ? [filter] : []), ...(search ? [{ $or: matches }] : [])];
  return {
    // Wrapped in `$and`, because groups in the same object overwrite each other on the service.
    ...(filters.length > 0 && { filters: { $and: filters } }),
    // The user chooses the field by name from the service's own fields.
    sort: [sort ? toSortKey(sort) : "username:asc", "id:asc"] as SortKey<CmsUser>[],
  };
}

export const stateFilterOf = (
  { state }: ListQuery,
  { draftAndPublish }: ContentType,
): State | undefined => (draftAndPublish ? state : undefined);

/** Whether the user chose anything apart from the locale. */
export const hasListQuery = ({ filter, sort, state, search }: ListQuery): boolean =>
  [filter, sort, state, search].some((value) => value !== undefined);

/** Whether the list query hides rows. Users have no type. */
export const hidesRows = (listQuery: ListQuery, type?: ContentType): boolean =>
  hasListQuery({ ...listQuery, sort: undefined, state: type && stateFilterOf(listQuery, type) });

/** The change that clears everything but the locale. */
export const clearedListQuery: ListQuery = {
  filter: undefined,
  titles: undefined,
  sort: undefined,
  state: undefined,
  search: undefined,
};

/** Each document has exactly one state. `has-published-version` would add modified documents. */
export const publicationFilters = {
  draft: "never-published",
  published: "unmodified",
  modified: "modified",
} as const satisfies Record<State, PublicationFilter>;

const toSortKey = ({ field, descending }: Sort): string =>
  `${field}:${descending ? "desc" : "asc"}`;
