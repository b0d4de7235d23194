import type { Login } from "../../src/model/connections/admins.ts";
import type { Desk } from "./desk.ts";
import { magazine, openDesk, restoreCount } from "./magazine.ts";
import { must } from "./outcomes.ts";

let known: { readonly token: string; readonly restored: number } | undefined;

/** The administrator's login. The service allows five sign-ins in five minutes, so all desks share one. */
export function adminLogin(): Login {
  return known?.restored === restoreCount() ? { token: known.token } : magazine().admin;
}

/** A desk with a signed-in administrator. */
export async function openPanel(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = openDesk(options);
  desk.logins.push(adminLogin());
  must(await desk.admins.signIn(desk.connection));
  const token = desk.store.tokens.get(`admin/${desk.connection.id}`);
  if (token !== undefined) known = { token, restored: restoreCount() };
  return desk;
}
