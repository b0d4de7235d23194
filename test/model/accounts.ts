import type { JsonObject } from "../../src/model/foundation/json.ts";
import { plainRequest } from "../support/plainHttp.ts";
import { magazine, unique } from "./magazine.ts";

interface Account {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
}

/** The password of the users that tests create. */
export const firstPassword = "Secret-1";

/** The ids of two roles of the magazine. */
export const roles = { authenticated: 1, editor: 3 } as const;

/** Creates a user with the Editor role. */
export async function makeUser(data: object = {}): Promise<Account> {
  const username = unique("reader").replace(" ", "-");
  const credentials = { username, email: `${username}@example.com`, password: firstPassword };
  const { role } = { role: roles.editor };
  return (await ask("POST", "users", {
    ...credentials,
    role,
    confirmed: true,
    ...data,
  })) as Account;
}

/** The user as stored by the service, with the name of the role. */
export async function userNow(id: number): Promise<JsonObject> {
  const { role, ...user } = (await ask("GET", `users/${id}?populate=role`)) as JsonObject;
  return { ...user, role: (role as JsonObject)["name"] ?? null };
}

/** Changes a user as another client does. */
export async function changeUserElsewhere(id: number, data: object): Promise<void> {
  await ask("PUT", `users/${id}`, data);
}

export async function deleteUserElsewhere(id: number): Promise<void> {
  await ask("DELETE", `users/${id}`);
}

/** Whether a user can sign in with this password. */
export async function mayEnter({ username }: Account, password: string): Promise<boolean> {
  const body = { identifier: username, password };
  const { status } = await plainRequest(magazine(), "POST", "auth/local", body);
  return status === 200;
}

async function ask(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await plainRequest(magazine(), method, path, body);
  if (answer.status > 299) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** The attributes that the service changes with each update of a user. */
export const moved = { updatedAt: 0, publishedAt: 0 };
