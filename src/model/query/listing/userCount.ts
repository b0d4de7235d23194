import type { CallOptions, Cms, CmsError, Result } from "../../../client/index.ts";
import type { JsonObject } from "../../foundation/json.ts";

/** How many users are read at once where they can't be counted. */
const most = 100;

/**
 * How many users match; all without filters. Strapi up to 5.47 can't count with filters and answers 500: there the
 * ids of those that match are read instead, 100 with each request.
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
