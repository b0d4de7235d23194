import assert from "node:assert/strict";
import type { Login } from "../../src/model/connect/administrators.ts";
import type { TestModel } from "./testModel.ts";
import { magazine, openModel, restoreCount } from "./magazine.ts";
import { must } from "./outcomes.ts";

let known: { readonly token: string; readonly restored: number } | undefined;

/** The administrator's login. The service allows five sign-ins in five minutes, so all models share one. */
export function adminLogin(): Login {
  return known?.restored === restoreCount() ? { token: known.token } : magazine().admin;
}

/**
 * A model with a signed-in administrator. After the first one, it is another window of the same user. With catalogs of
 * its own, the administrator signs in, and it reads the schemas.
 */
export async function openPanel(options: Parameters<typeof openModel>[0] = {}): Promise<TestModel> {
  const model = openModel(options);
  const isSignedIn = "token" in adminLogin();
  if (isSignedIn && !options.catalogs) {
    keepSignedIn(model);
    return model;
  }
  model.logins.push(adminLogin());
  must(await model.administrators.signIn(model.connection));
  const token = model.store.tokens.get(`admin/${model.connection.id}`);
  if (token !== undefined) known = { token, restored: restoreCount() };
  return model;
}

/** Gives a model the administrator who signed in to an earlier one, as another window of the same user has. */
export function keepSignedIn({ store, connection }: TestModel): void {
  const login = adminLogin();
  assert.ok("token" in login, "no administrator has signed in");
  store.connections = [{ ...connection, adminEmail: magazine().admin.email }];
  store.tokens.set(`admin/${connection.id}`, login.token);
}
