import type { ShapeParams } from "../../client/index.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, refused } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { OffsetRange } from "./idPages.ts";
import { listParams } from "./listQuery.ts";
import type { ListQuery } from "./listQuery.ts";
import type { ReadFailure } from "./readFailure.ts";
import { send } from "./readOptions.ts";
import type { ReadOptions } from "./readOptions.ts";
import { SearchedText } from "./searchedText.ts";

/** Drafts in the order that the user chose. */
export interface ListRequest {
  readonly listQuery: ListQuery;
  /** The fields to read, beside those that are searched. */
  readonly fields: readonly string[];
  readonly populate?: ShapeParams["populate"];
}

export interface ListedRows {
  readonly rows: readonly JsonObject[];
  /** The rows that the service returned beside these, which don't contain the searched text. */
  readonly omitted: number;
  /** The number of all rows, if the service counts them. */
  readonly total: number | undefined;
  readonly isLast: boolean;
}

/** Reads the drafts of a range, or those of them that the service grants. */
export async function readListedRows(
  service: TypedService,
  request: ListRequest,
  range: OffsetRange,
  options: ReadOptions = {},
): Promise<Outcome<ListedRows, ReadFailure>> {
  const search = SearchedText.ofType(request.listQuery.search, service);
  const params = { ...paramsOf(service, request), pagination: { ...range, withCount: true } };
  const [error, drafts, meta] = await send(options, (call) =>
    service.cms.collection<JsonObject>(service.type.name).findMany({ params, ...call }),
  );
  if (error) return refused(error);
  const { total } = meta.pagination ?? {};
  const rows = drafts.filter((draft) => search.isIn(draft));
  // A page with fewer rows than its limit can have others after it.
  const isLast = drafts.length === 0 || range.start + drafts.length >= (total ?? Infinity);
  return done({ rows, omitted: drafts.length - rows.length, total, isLast });
}

/** Reads a row of a list by its documentId; undefined if it isn't listed. */
export async function readListedRow(
  service: TypedService,
  request: ListRequest,
  documentId: string,
): Promise<Outcome<JsonObject | undefined, ReadFailure>> {
  const { listQuery } = request;
  const filter = { $and: [...(listQuery.filter ? [listQuery.filter] : []), { documentId }] };
  const one = { ...request, listQuery: { ...listQuery, filter } };
  const [failure, listed] = await readListedRows(service, one, { start: 0, limit: 1 });
  return failure ? [failure, null] : done(listed.rows[0]);
}

/** The number of drafts that the service lists, also of those that don't contain the searched text. */
export async function countListedRows(
  { cms, type }: TypedService,
  listQuery: ListQuery,
): Promise<Outcome<number, ReadFailure>> {
  const params = listParams(listQuery, type);
  const [error, count] = await cms.collection<JsonObject>(type.name).count({ params });
  return error ? refused(error) : done(count);
}

function paramsOf(service: TypedService, { listQuery, fields, populate }: ListRequest) {
  const searched = SearchedText.ofType(listQuery.search, service).fieldsWith(fields);
  return {
    ...listParams(listQuery, service.type),
    ...(searched && { fields: searched }),
    ...(populate && { populate }),
  };
}
