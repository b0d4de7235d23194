import assert from "node:assert/strict";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import type { Service } from "./service.ts";

/** The tokens of administrators, because each sign-in takes the service as long as ten requests. */
const tokens = new WeakMap<Service, string>();

/** A request of an administrator. */
export async function administer(
  service: Service,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const send = async (token: string) =>
    fetch(`${service.url}/${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  let response = await send(tokens.get(service) ?? (await signIn(service)));
  // A restore of the content ends the sessions.
  if (response.status === 401) response = await send(await signIn(service));
  const answer = (await response.json()) as JsonObject;
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

const headers = { "content-type": "application/json" };

async function signIn(service: Service): Promise<string> {
  const { url, admin } = service;
  const login = await fetch(`${url}/admin/login`, {
    method: "POST",
    headers,
    body: JSON.stringify(admin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  tokens.set(service, data.token);
  return data.token;
}
