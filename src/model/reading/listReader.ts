import type { PublicationFilter, ShapeParams } from "../../client/index.ts";
import { statusFilterSince } from "../connect/capabilities.ts";
import { listParams, publicationFilters, stateFilterOf } from "../content/listQuery.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { SearchedText } from "../content/searchedText.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed, isInvalid } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { OffsetPage, OffsetRange } from "./idPages.ts";
import type { ReadOptions, ReadResult } from "./readOptions.ts";
import { readPage } from "./readRequests.ts";

type ListRequest = Pick<ShapeParams, "populate"> & {
  readonly listQuery: ListQuery;
  readonly fields: readonly string[];
};

/**
 * Reads the drafts of a range, or those of them that the service grants, in the order that the user
 * chose. Reads these fields beside those that are searched.
 */
export async function readListedRows(
  service: TypedService,
  { listQuery, fields, ...shape }: ListRequest,
  range: OffsetRange,
  options: ReadOptions = {},
): ReadResult<OffsetPage<JsonObject>> {
  const search = SearchedText.ofType(listQuery.search, service);
  const searched = search.fieldsWith(fields);
  const params = {
    ...listParams(listQuery, service.type),
    ...shape,
    ...(searched && { fields: searched }),
    pagination: { ...range, withCount: true },
  };
  const [failure, page] = await readPage(service, params, options);
  if (failure) return failed(failure);
  const { rows: drafts, total } = page;
  const rows = drafts.filter((draft) => search.isIn(draft));
  // A page with fewer rows than its limit can have others after it.
  const isLast = drafts.length === 0 || range.start + drafts.length >= (total ?? Infinity);
  return done({ rows, omitted: drafts.length - rows.length, total, isLast });
}

/**
 * Whether the service can filter by publication status. If it can, it rejects an unknown status and
 * lists the valid ones. An older service ignores the filter and would return everything. Sends one
 * request, once for each connection.
 */
export async function canFilterByState(
  service: TypedService,
  signal?: AbortSignal,
): ReadResult<boolean> {
  const { capabilities } = service;
  const knownAnswer = capabilities.filtersByStatus;
  if (knownAnswer !== undefined) return done(knownAnswer);
  const params = {
    status: "draft",
    // Deliberately an unknown status.
    publicationFilter: "none" as PublicationFilter,
    pagination: { pageSize: 1, withCount: false },
  } as const;
  const [failure] = await readPage(service, params, { signal });
  if (failure && !isInvalid(failure)) return failed(failure);
  const isSupported = failure?.error.message.includes(publicationFilters.draft) === true;
  capabilities.learnStatusFilter(isSupported);
  return done(isSupported);
}

/** Fails if documents are to be limited to a publication status and the service can't do that. */
export async function requireStatusFilter(
  service: TypedService,
  listQuery: ListQuery,
  signal?: AbortSignal,
): ReadResult<null> {
  if (!stateFilterOf(listQuery, service.type)) return done(null);
  const [failure, isSupported] = await canFilterByState(service, signal);
  if (failure) return failed(failure);
  return isSupported
    ? done(null)
    : failed({ code: "needs-version", version: statusFilterSince, part: "status-filter" });
}
