import { toUserRow } from "../../connections/userRow.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { userListParams } from "../../content/listQuery.ts";
import type { ListQuery } from "../../content/listQuery.ts";
import { countUsers, findUsers, readUserPage } from "../../reading/userReader.ts";
import type { Service } from "../../schemas/catalogs.ts";
import { withCondition } from "./rows.ts";
import type { RowSource } from "./rows.ts";

/** The rows of users that match a list query. */
export function userSource(service: Pick<Service, "cms">, listQuery: ListQuery): RowSource {
  const { filters } = userListParams(listQuery);
  return {
    page: async (range, signal) => {
      const [failure, page] = await readUserPage(service, listQuery, range, { signal });
      if (failure) return failed(failure);
      const rows = page.rows.map(toUserRow);
      // A service without pagination returns every user at once.
      const [, count] =
        rows.length > range.limit ? done(rows.length) : await countUsers(service, filters);
      return done({ rows, total: count ?? undefined, isLast: page.isLast });
    },
    row: async (id) => {
      const { filters: condition } = userListParams(withCondition(listQuery, { id: Number(id) }));
      const [failure, users] = await findUsers(service, { filters: condition });
      return failure ? failed(failure) : done(users[0] && toUserRow(users[0]));
    },
    count: () => countUsers(service, filters),
  };
}
