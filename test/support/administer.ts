import assert from "node:assert/strict";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import type { Service } from "./service.ts";

/** A request of an administrator. */
export async function administer(
  { url, admin }: Service,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/admin/login`, {
    method: "POST",
    headers,
    body: JSON.stringify(admin),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const response = await fetch(`${url}/${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${data.token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as JsonObject;
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}
