import type { Catalogs } from "../catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson, isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import type { SchemaFailure } from "../schemaFailure.ts";

/** A role as the document of a user contains it. */
export interface Role {
  readonly id: number;
  readonly name: string;
}

/** More roles than any service has. Limits the requests to a service that ignores filters. */
const most = 50;

/**
 * The roles that at least one user has, with one request for each. The route that lists roles
 * requires a separate permission. A client that may change users may read them.
 */
export async function rolesInUse(
  catalogs: Catalogs,
  connection: string,
): Promise<Outcome<readonly Role[], SchemaFailure>> {
  const [failure, service] = await catalogs.service(connection);
  if (failure) return failed(failure);
  const roles = new Map<number, Role>();
  while (roles.size < most) {
    const others = { filters: { role: { id: { $notIn: [...roles.keys()] } } } };
    const [error, users] = await service.cms.users().findMany({
      params: {
        ...(roles.size > 0 && others),
        populate: ["role"],
        pagination: { start: 0, limit: 1 },
      },
    });
    if (error) return refused(error);
    const [user] = users;
    const role = user && roleIn(asJson(user));
    if (!role || roles.has(role.id)) break;
    roles.set(role.id, role);
  }
  return done([...roles.values()]);
}

function roleIn(user: JsonObject): Role | undefined {
  const role = user["role"] ?? null;
  if (!isObject(role) || typeof role["id"] !== "number") return undefined;
  return { id: role["id"], name: textIn(role, "name") };
}
