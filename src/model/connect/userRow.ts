import type { CmsUser } from "../../client/index.ts";
import { textIn, type JsonObject, valueIn } from "../foundation/json.ts";

export interface UserRow {
  readonly kind: "user";
  readonly id: string;
  readonly title: string;
  readonly email: string;
  readonly blocked: boolean;
  readonly confirmed: boolean;
}

export const toUserRow = ({ id, username, email, blocked, confirmed }: CmsUser): UserRow => ({
  kind: "user",
  id: String(id),
  title: username.trim(),
  email: email.trim(),
  blocked,
  confirmed,
});

export const noteUser = (
  row: UserRow,
  { title, content }: { readonly title: string; readonly content: JsonObject },
): UserRow => {
  const isSet = (name: string, before: boolean) =>
    Object.hasOwn(content, name) ? valueIn(content, name) === true : before;
  const email = textIn(content, "email") || row.email;
  const [blocked, confirmed] = [isSet("blocked", row.blocked), isSet("confirmed", row.confirmed)];
  return { ...row, title, email, blocked, confirmed };
};
