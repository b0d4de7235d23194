import type { Cms } from "../../../client/index.ts";
import { userListParams } from "./narrowing.ts";
import type { ListQuery } from "./narrowing.ts";
import { done, refused } from "../../foundation/outcome.ts";
import { isLast, withCondition } from "./rows.ts";
import { countUsers } from "./userCount.ts";
import type { RowSource } from "./rows.ts";
import { toUserRow } from "../../connections/userRow.ts";

/** Rows of the users that a narrowing leaves. */
export function userSource(cms: Cms, narrowing: ListQuery): RowSource {
  const { sort, ...matching } = userListParams(narrowing);
  return {
    page: async (request, signal) => {
      const [error, found] = await cms.users().findMany({
        params: { ...matching, sort, pagination: { ...request } },
        ...(signal && { signal }),
      });
      if (error) return refused(error);
      const rows = found.map(toUserRow);
      // A service that can't page gives every user at once.
      if (found.length > request.limit) return done({ rows, total: found.length, isLast: true });
      const [, counted] = await countUsers(cms, matching.filters);
      const total = counted ?? undefined;
      return done({ rows, total, isLast: isLast(request, found.length, total) });
    },
    row: async (id) => {
      const [error, found] = await cms.users().findMany({
        params: userListParams(withCondition(narrowing, { id: Number(id) })),
      });
      return error ? refused(error) : done(found[0] && toUserRow(found[0]));
    },
    count: async () => {
      const [error, total] = await countUsers(cms, matching.filters);
      return error ? refused(error) : done(total);
    },
  };
}
