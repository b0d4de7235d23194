import type { Cms, CallOptions, CmsError, Result } from "../../../client/index.ts";
import { toUserRow } from "../../connections/userRow.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { done, refused } from "../../foundation/outcome.ts";
import { userListParams } from "../../reading/listQuery.ts";
import type { ListQuery } from "../../reading/listQuery.ts";
import { isLast, withCondition } from "./rows.ts";
import type { RowSource } from "./rows.ts";

/** The rows of users that match a list query. */
export function userSource(cms: Cms, listQuery: ListQuery): RowSource {
  const { sort, ...matching } = userListParams(listQuery);
  return {
    page: async (request, signal) => {
      const [error, found] = await cms.users().findMany({
        params: { ...matching, sort, pagination: { ...request } },
        ...(signal && { signal }),
      });
      if (error) return refused(error);
      const rows = found.map(toUserRow);
      // A service without pagination returns every user at once.
      if (found.length > request.limit) return done({ rows, total: found.length, isLast: true });
      const [, counted] = await countUsers(cms, matching.filters);
      const total = counted ?? undefined;
      return done({ rows, total, isLast: isLast(request, found.length, total) });
    },
    row: async (id) => {
      const [error, found] = await cms.users().findMany({
        params: userListParams(withCondition(listQuery, { id: Number(id) })),
      });
      return error ? refused(error) : done(found[0] && toUserRow(found[0]));
    },
    count: async () => {
      const [error, total] = await countUsers(cms, matching.filters);
      return error ? refused(error) : done(total);
    },
  };
}

/** How many users are read at once if they can't be counted. */
const most = 100;

/**
 * The number of users that match; all users without filters. Strapi up to 5.47 can't count with
 * filters and returns 500. The ids of the matching users are then read instead, 100 for each
 * request.
 */
export async function countUsers(
  cms: Cms,
  filters?: JsonObject,
  options: CallOptions = {},
): Promise<Result<number>> {
  if (!filters) return cms.users().count(options);
  const counted = await cms.users().count({ params: { filters }, ...options });
  return hasFailed(counted[0]) ? countIds(cms, filters, options) : counted;
}

const hasFailed = (error: CmsError | null): boolean =>
  error?.name === "HttpError" && error.status === 500;

async function countIds(
  cms: Cms,
  filters: JsonObject,
  options: CallOptions,
): Promise<Result<number>> {
  for (let [total, last] = [0, 0]; ;) {
    const [error, found] = await cms.users().findMany({
      params: {
        fields: ["id"],
        filters: { $and: [filters, { id: { $gt: last } }] },
        sort: ["id:asc"],
        pagination: { start: 0, limit: most },
      },
      ...options,
    });
    if (error) return [error, null, null];
    total += found.length;
    const end = found.at(-1)?.id ?? last;
    if (found.length < most || end <= last) return [null, total, null];
    last = end;
  }
}
