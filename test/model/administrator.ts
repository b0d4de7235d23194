import type { Login } from "../../src/model/connections/admins.ts";
import type { Desk } from "./desk.ts";
import { magazine, openDesk } from "./magazine.ts";
import { must } from "./outcomes.ts";

let jwt: string | undefined;

/** The administrator's login. The service allows five sign-ins in five minutes, so all desks share one. */
export const adminLogin = (): Login => (jwt === undefined ? magazine().admin : { token: jwt });

/** A desk with a signed-in administrator. */
export async function openPanel(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = openDesk(options);
  desk.logins.push(adminLogin());
  must(await desk.admins.signIn(desk.connection));
  jwt = desk.store.tokens.get(`admin/${desk.connection.id}`);
  return desk;
}
