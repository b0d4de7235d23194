import type { AnyDocument, CmsUser, KnownShape, ScalarKey } from "./types/content.ts";
import { optionsOf, rootRange, requestParsed, throwNotFound, throwUnexpected } from "./requests.ts";
import { isRecord } from "./recordGuard.ts";
import type {
  CallOptions,
  UserCountParams,
  UserListParams,
  UserParams,
  CallInput,
} from "./types/params.ts";
import { catchErrors, type Result } from "./result.ts";
import type { NewUserData, UserData } from "./types/payload.ts";
import type { CallFields, CallPopulate, Shaped } from "./types/shapedDocument.ts";
import type { ExactPopulate } from "./types/strictPopulate.ts";
import type { Request, Transport } from "./http/call.ts";

/** The input of a call on one user. */
export interface UserInput extends CallOptions {
  /** The numeric id. The user routes don't accept a documentId. */
  readonly id: number;
}

/**
 * User accounts, at `/api/users`. Bodies are not wrapped in `data`, and `meta` is null. These
 * routes have no locale, no status and no search.
 *
 * Every call can return UnauthorizedError, ForbiddenError, RateLimitError, HttpError,
 * CmsTimeoutError, CmsAbortError, NetworkError, TlsError, ProxyError, ParseError or RequestError. A
 * write can also return PayloadTooLargeError, ConflictError or WriteDeniedError.
 */
export interface UsersApi<T extends CmsUser> {
  /**
   * One page of users, or all users without `pagination`. The service sends no total: use `count`.
   * Some services ignore `pagination` and return more users than requested.
   *
   * Returns a ValidationError when `params` name a field that a user doesn't have.
   */
  findMany<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input?: CallInput<UserListParams<KnownShape<T>, Fields, ExactPopulate<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>[]>>;
  /**
   * One user. Returns a NotFoundError if the user doesn't exist, and a RequestError if the id isn't
   * an integer. Returns a ValidationError when `params` name a field that a user doesn't have.
   */
  find<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input: UserInput & CallInput<UserParams<KnownShape<T>, Fields, ExactPopulate<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>>>;
  /**
   * The user that the token belongs to. An API token belongs to no user: the call returns an
   * UnauthorizedError, or a ForbiddenError for a read-only token. Returns a NotFoundError for an
   * empty answer.
   */
  me<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input?: CallInput<UserParams<KnownShape<T>, Fields, ExactPopulate<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>>>;
  /**
   * The number of matching users; 0 where the service's answer is not a number. Returns a
   * ValidationError when `params` name a field that a user doesn't have.
   */
  count(input?: CallInput<UserCountParams<KnownShape<T>>>): Promise<Result<number>>;
  /**
   * Creates a user and returns it with its role. Returns a ValidationError if the service rejects a
   * value, such as an email address that is taken. Returns a NotFoundError for an empty answer.
   */
  create(input: CallOptions & { readonly data: NewUserData<T> }): Promise<Result<WrittenUser<T>>>;
  /**
   * Merges `data` into the user and returns it with its role.
   *
   * Returns a NotFoundError if the user doesn't exist, and a RequestError if the id isn't an
   * integer. Returns a ValidationError if the service rejects a value.
   */
  update(input: UserInput & { readonly data: UserData<T> }): Promise<Result<WrittenUser<T>>>;
  /**
   * Deletes the user and returns it without its role. Returns a NotFoundError if the user doesn't
   * exist, and a RequestError if the id isn't an integer.
   */
  delete(input: UserInput): Promise<Result<Shaped<T>>>;
}

/** The user that a write returns: its scalar attributes and its role. */
export type WrittenUser<T> = Pick<T, Extract<keyof T, ScalarKey<T> | "role">>;

/** A user with unknown additional fields. The caller's type argument gives them their type. */
type AnyUser = CmsUser & AnyDocument;

export function createUsers(transport: Transport): UsersApi<AnyUser> {
  // An id that isn't an integer could be another route. It becomes an empty segment, which is
  // rejected.
  const byId = (id: unknown) => ["users", Number.isInteger(id) ? String(id) : ""];
  const requestUser = (request: Request) =>
    requestParsed(transport, request, (body) => {
      if (body === undefined || body === null) return throwNotFound("User not found");
      return isUser(body) ? body : throwUnexpected("a user");
    });
  const get = (path: Request["path"], query: object, options: CallOptions): Request => ({
    method: "GET",
    path,
    query,
    ...optionsOf(options),
  });

  return catchErrors(
    {
      findMany: ({ params = {}, ...options } = {}) => {
        const query = { ...params, ...rootRange(params.pagination) };
        return requestParsed(transport, get(["users"], query, options), (body) =>
          Array.isArray(body) && body.every(isUser) ? body : throwUnexpected("a list of users"),
        );
      },
      find: ({ id, params = {}, ...options }) => requestUser(get(byId(id), params, options)),
      me: ({ params = {}, ...options } = {}) => requestUser(get(["users", "me"], params, options)),
      count: ({ params = {}, ...options } = {}) =>
        requestParsed(transport, get(["users", "count"], params, options), (body) =>
          typeof body === "number" ? body : 0,
        ),
      create: ({ data, ...options }) =>
        requestUser({ method: "POST", path: ["users"], body: data, ...optionsOf(options) }),
      update: ({ id, data, ...options }) =>
        requestUser({ method: "PUT", path: byId(id), body: data, ...optionsOf(options) }),
      delete: ({ id, ...options }) =>
        requestUser({ method: "DELETE", path: byId(id), ...optionsOf(options) }),
    },
    transport.url,
    {
      findMany: "params",
      find: "id params",
      me: "params",
      count: "params",
      create: "data",
      update: "id data",
      delete: "id",
    },
  );
}

/** Whether a value has the id that other requests need. The caller declares the other keys. */
const isUser = (value: unknown): value is AnyUser =>
  isRecord(value) && Number.isSafeInteger(value["id"]);
