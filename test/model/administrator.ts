import type { Login } from "../../src/model/connections/admins.ts";
import type { Desk } from "./desk.ts";
import { magazine, openDesk } from "./magazine.ts";
import { must } from "./outcomes.ts";

let jwt: string | undefined;

/** What the administrator signs in with. The service takes five sign-ins in five minutes: one serves all desks. */
export const adminLogin = (): Login => (jwt === undefined ? magazine().admin : { token: jwt });

/** A desk with an administrator. */
export async function openPanel(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = openDesk(options);
  desk.logins.push(adminLogin());
  must(await desk.admins.signIn(desk.connection));
  jwt = desk.store.tokens.get(`admin/${desk.connection.id}`);
  return desk;
}
