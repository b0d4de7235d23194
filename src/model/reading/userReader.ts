import type { CmsRole, CmsUser } from "../../client/index.ts";
import { userListParams, type ListQuery } from "../content/listQuery.ts";
import { populateOf, splitPopulate } from "../content/requestShape.ts";
import { userUid, type Address } from "../foundation/address.ts";
import { asJson, isObject, textIn, type JsonObject } from "../foundation/json.ts";
import type { Outcome, ServiceFailure } from "../foundation/outcome.ts";
import { done, failed, mapOutcome } from "../foundation/outcome.ts";
import type { Service } from "../schemas/catalogs.ts";
import { readById, readOffsetPage, type OffsetPage, type OffsetRange } from "./idPages.ts";
import type { ReadOptions, ReadResult, Truncated } from "./readOptions.ts";
import { countAll, firstOf } from "./readOptions.ts";
import { send, readParts } from "./readRequests.ts";

type Client = Pick<Service, "cms">;

/** Fields and filters may name the service's own fields. */
interface UserQuery {
  readonly filters?: JsonObject | undefined;
  /** All fields if absent. */
  readonly fields?: readonly string[];
  readonly populate?: object;
  readonly sort?: readonly string[];
}

/** Users that match, for filters that few users can match: one request without pages. */
export const findUsers = (
  { cms }: Client,
  query: UserQuery & { readonly pagination?: OffsetRange },
  options: ReadOptions = {},
): Promise<Outcome<readonly CmsUser[], ServiceFailure>> => {
  const params: object = query;
  return send(options, (call) => cms.users().findMany({ params, ...call }));
};

/** All users that match, page by page, in the order of their ids. */
export const readUsers = (service: Client, query: UserQuery, options: ReadOptions = {}) =>
  readById(({ filter, ...page }) => {
    const filters = query.filters ? { $and: [query.filters, filter] } : filter;
    return findUsers(service, { ...query, ...page, filters }, options);
  });

/** In one request. */
export async function findFirstUsers(
  service: Client,
  count: number,
  query: UserQuery,
  options: ReadOptions = {},
): ReadResult<Truncated<CmsUser>> {
  const pagination = { start: 0, limit: count + 1 };
  const users = await findUsers(service, { ...query, pagination }, options);
  return mapOutcome(users, (matches) => firstOf(matches, count));
}

/** One user with its role and all else that can be shown. */
export async function readUser(
  service: Pick<Service, "cms" | "catalog">,
  address: Pick<Address, "id">,
  options: ReadOptions = {},
): ReadResult<JsonObject> {
  const id = Number(address.id);
  if (!Number.isInteger(id)) return failed({ code: "gone" });
  const read = async (params: object): Promise<Outcome<JsonObject, ServiceFailure>> => {
    const user = await send(options, (call) => service.cms.users().find({ id, params, ...call }));
    return mapOutcome(user, asJson);
  };
  const { catalog } = service;
  const attributes = catalog.targets.get(userUid)?.attributes ?? new Map();
  // The role is populated whatever the schema says: a token may not read the schema of users.
  const populate = { ...populateOf(attributes, catalog), role: { fields: ["name"] } };
  const [first = {}, ...more] = splitPopulate(populate).map((part) => ({ populate: part }));
  const outcome = await readParts<JsonObject, ServiceFailure>([first, ...more], read);
  return outcome[0]?.error.name === "NotFoundError" ? failed({ code: "gone" }) : outcome;
}

export const readUserPage = (
  service: Client,
  listQuery: ListQuery,
  range: OffsetRange,
  options: ReadOptions = {},
): ReadResult<OffsetPage<CmsUser>> =>
  readOffsetPage(range, (pagination) =>
    findUsers(service, { ...userListParams(listQuery), pagination }, options),
  );

/**
 * The number of users that match; all users without filters. Strapi up to 5.47 can't count with
 * filters and returns 500. The ids of the matching users are then read instead.
 */
export async function countUsers(
  service: Client,
  filters?: JsonObject,
  options: ReadOptions = {},
): ReadResult<number> {
  const params = filters ? { filters } : {};
  const outcome = await send(options, (call) => service.cms.users().count({ params, ...call }));
  const { name, status } = outcome[0]?.error ?? {};
  if (!filters || name !== "HttpError" || status !== 500) return outcome;
  return countAll(readUsers(service, { filters, fields: ["id"] }, options));
}

export type Role = Pick<CmsRole, "id" | "name">;

/** More roles than any service has. Limits the requests to a service that ignores filters. */
const maxRoles = 50;

/**
 * The roles that at least one user has, with one request for each. The route that lists roles
 * requires a separate permission. A client that may change users may read them.
 */
export async function readRolesInUse(service: Client): ReadResult<readonly Role[]> {
  const roles = new Map<number, Role>();
  while (roles.size < maxRoles) {
    const filters = roles.size > 0 ? { role: { id: { $notIn: [...roles.keys()] } } } : undefined;
    const [failure, users] = await findFirstUsers(service, 1, { filters, populate: ["role"] });
    if (failure) return failed(failure);
    const { role = null } = asJson(users.rows[0] ?? {});
    if (!isObject(role) || typeof role["id"] !== "number" || roles.has(role["id"])) break;
    roles.set(role["id"], { id: role["id"], name: textIn(role, "name") });
  }
  return done([...roles.values()]);
}
