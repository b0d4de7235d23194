import type { AttributeSchema } from "../../client/index.ts";
import { isUser, roleUid, userUid, type Address } from "../foundation/address.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "./schemaFailure.ts";
import type { Catalogs, TypedService } from "./catalogs.ts";
import type { JsonObject } from "../foundation/json.ts";
import { serviceOwned, type Attributes, type Catalog, type ContentType } from "./catalog.ts";

/** The default attributes of users, if the catalog does not have them. */
export const defaultUserAttributes: Attributes = new Map<string, AttributeSchema>([
  ["username", { type: "string" }],
  ["email", { type: "email" }],
  ["provider", { type: "string" }],
  ["confirmed", { type: "boolean" }],
  ["blocked", { type: "boolean" }],
]);

const role: AttributeSchema = { type: "relation", relation: "manyToOne", target: roleUid };

/** The type of users. If the service does not expose it, it is derived from the user's data. */
export function userTypeOf({ targets }: Catalog, user: JsonObject): ContentType {
  const usualAttributes = new Map([...defaultUserAttributes, ["role", role] as const]);
  const userAttributes = Object.keys(user)
    .filter((name) => !serviceOwned.has(name) && name !== "$schema")
    .map((name) => [name, usualAttributes.get(name) ?? { type: "json" }] as const);
  return targets.get(userUid) ?? { ...userType, attributes: new Map(userAttributes) };
}

export const userType: Omit<ContentType, "attributes"> = {
  uid: userUid,
  name: "users",
  displayName: "User",
  kind: "collection",
  draftAndPublish: false,
  localized: false,
  titleField: "username",
};

/** The service with a document's type, also of a user if the token may not read the user type. */
export async function serviceFor(
  address: Address,
  content: JsonObject,
  catalogs: Catalogs,
): Promise<Outcome<TypedService, SchemaFailure>> {
  if (!isUser(address)) return catalogs.type(address.connection, address.type);
  const [failure, service] = await catalogs.service(address.connection);
  if (failure) return failed(failure);
  return done({ ...service, type: userTypeOf(service.catalog, content) });
}
