import type { Cms, CmsUser } from "../../../client/index.ts";
import { textIn } from "../../foundation/json.ts";
import { titleLine } from "../../foundation/legible.ts";
import { narrowedUserParams } from "./narrowing.ts";
import type { Narrowing } from "./narrowing.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { isLast, only } from "./rows.ts";
import { countUsers } from "./userCount.ts";
import type { RowSource, UserRow } from "./rows.ts";

/** Rows of the users that a narrowing leaves. */
export function userSource(cms: Cms, narrowing: Narrowing): RowSource {
  const { sort, ...matching } = narrowedUserParams(narrowing);
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
        params: narrowedUserParams(only(narrowing, { id: Number(id) })),
      });
      return error ? refused(error) : done(found[0] && toUserRow(found[0]));
    },
    count: async () => {
      const [error, total] = await countUsers(cms, matching.filters);
      return error ? refused(error) : done(total);
    },
  };
}

export const toUserRow = ({ id, username, email, blocked, confirmed }: CmsUser): UserRow => ({
  kind: "user",
  id: String(id),
  title: titleLine(username),
  email: titleLine(email),
  blocked,
  confirmed,
});

/** The row of a user as it is now. */
export const noteUser = (
  row: UserRow,
  { title, content }: Pick<Draft, "title" | "content">,
): UserRow => {
  const isSet = (name: string, before: boolean) =>
    name in content ? content[name] === true : before;
  const email = textIn(content, "email") || row.email;
  const [blocked, confirmed] = [isSet("blocked", row.blocked), isSet("confirmed", row.confirmed)];
  return { ...row, title, email, blocked, confirmed };
};
