import type { CallOptions, CmsUser } from "../../../client/index.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { userListParams } from "../../query/listing/narrowing.ts";
import type { ListQuery } from "../../query/listing/narrowing.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { Service } from "../../schemas/catalogs.ts";

interface UserGroup {
  /** Those that are meant; absent for all that match. */
  readonly ids?: readonly string[];
  readonly narrowing: ListQuery;
}

/** How many users are asked for at once. */
const userPageSize = 100;

/** The users that are meant with their roles, page by page, in the order of their ids. */
export async function* userPages(
  group: UserGroup,
  { cms }: Pick<Service, "cms">,
  options: CallOptions,
): AsyncGenerator<Outcome<readonly CmsUser[]>, void, void> {
  const filters = userFilters(group);
  for (let last = 0; ;) {
    const [error, found] = await cms.users().findMany({
      params: {
        filters: { $and: [...(filters ? [filters] : []), { id: { $gt: last } }] },
        populate: ["role"],
        sort: ["id:asc"],
        pagination: { start: 0, limit: userPageSize },
      },
      ...options,
    });
    if (error) return yield refused(error);
    yield done(found);
    const end = found.at(-1)?.id ?? last;
    if (found.length < userPageSize || end <= last) return;
    last = end;
  }
}

/** What the users that are meant have in common; undefined where that is nothing. */
export const userFilters = ({ ids, narrowing }: UserGroup): JsonObject | undefined =>
  ids ? { id: { $in: ids.map(Number) } } : userListParams(narrowing).filters;
