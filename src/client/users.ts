import type { CmsUser } from "./content.ts";
import { optionsOf } from "./documents.ts";
import { NotFoundError } from "./errors.ts";
import { isRecord } from "./json.ts";
import type {
  CallOptions,
  Pagination,
  UserCountParams,
  UserListParams,
  UserParams,
} from "./params.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./call.ts";
import { unexpected } from "./unexpected.ts";

interface UserInput extends CallOptions {
  /** The numeric id; users are never addressed by documentId. */
  readonly id: number;
}

/** User accounts, at `/api/users` (specification, section 4.1). Bodies are not wrapped; meta is null. */
export interface Users<T extends CmsUser> {
  /** Every user, or the page asked for. A service may give more rows than asked: it does not page then. */
  findMany(input?: CallOptions & { readonly params?: UserListParams }): Promise<Result<T[]>>;
  find(input: UserInput & { readonly params?: UserParams }): Promise<Result<T>>;
  /** The user that the token belongs to; an API token belongs to none. */
  me(input?: CallOptions & { readonly params?: UserParams }): Promise<Result<T>>;
  /** 0 when the answer is no number. */
  count(input?: CallOptions & { readonly params?: UserCountParams }): Promise<Result<number>>;
  create(
    input: CallOptions & { readonly data: Readonly<Record<string, unknown>> },
  ): Promise<Result<T>>;
  update(
    input: UserInput & { readonly data: Readonly<Record<string, unknown>> },
  ): Promise<Result<T>>;
  /** The deleted user. */
  delete(input: UserInput): Promise<Result<T>>;
}

export function createUsers<T extends CmsUser>(transport: Transport): Users<T> {
  const at = (...segments: readonly (string | number)[]) => ["users", ...segments.map(String)];
  const one = (request: Request) => callUser<T>(transport, request);
  const get = (path: Request["path"], query: object, options: CallOptions): Request => ({
    method: "GET",
    path,
    query,
    ...optionsOf(options),
  });

  return {
    findMany: async ({ params = {}, ...rest } = {}) => {
      const query = { ...params, ...rootRange(params.pagination) };
      const [error, answer] = await transport.request(get(at(), query, rest));
      if (error) return fail(error);
      const { body } = answer;
      return Array.isArray(body)
        ? ok(body as T[], null)
        : fail(unexpected(answer, "a list of users"));
    },
    find: ({ id, params = {}, ...rest }) => one(get(at(id), params, rest)),
    me: ({ params = {}, ...rest } = {}) => one(get(at("me"), params, rest)),
    count: async ({ params = {}, ...rest } = {}) => {
      const [error, answer] = await transport.request(get(at("count"), params, rest));
      if (error) return fail(error);
      return ok(typeof answer.body === "number" ? answer.body : 0, null);
    },
    create: ({ data, ...rest }) =>
      one({ method: "POST", path: at(), body: data, ...optionsOf(rest) }),
    update: ({ id, data, ...rest }) =>
      one({ method: "PUT", path: at(id), body: data, ...optionsOf(rest) }),
    delete: ({ id, ...rest }) => one({ method: "DELETE", path: at(id), ...optionsOf(rest) }),
  };
}

async function callUser<T>(transport: Transport, request: Request): Promise<Result<T>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const { call, status, body } = answer;
  if (body === undefined || body === null) {
    return fail(new NotFoundError("User not found", { call, status }));
  }
  return isRecord(body) ? ok(body as T, null) : fail(unexpected(answer, "a user"));
}

/** The service reads a page of users only from `start` and `limit` at the root of the query. */
function rootRange(pagination: Pagination | undefined): { start?: number; limit?: number } {
  if (!pagination) return {};
  const { page, pageSize, start, limit } = pagination;
  if (page === undefined && pageSize === undefined) {
    return { ...(start !== undefined && { start }), ...(limit !== undefined && { limit }) };
  }
  const size = pageSize ?? 25;
  return { start: ((page ?? 1) - 1) * size, limit: size };
}
