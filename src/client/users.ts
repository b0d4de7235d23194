import type { AnyDocument, CmsUser } from "./types/content.ts";
import { optionsOf, rootRange, unexpected } from "./documents.ts";
import { NotFoundError } from "./errors.ts";
import { isRecord } from "./json.ts";
import type { CallOptions, UserCountParams, UserListParams, UserParams } from "./types/params.ts";
import { catchErrors } from "./catchErrors.ts";
import type { With } from "./types/inputs.ts";
import type { KnownShape, ScalarKey } from "./types/kinds.ts";
import type { UserData } from "./types/payload.ts";
import type { FieldList, Populate } from "./types/populate.ts";
import type { NotGiven, Shaped } from "./types/shaped.ts";
import type { Strict } from "./types/strict.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

interface UserInput extends CallOptions {
  /** The numeric id; users are never addressed by documentId. */
  readonly id: number;
}

/**
 * User accounts, at `/api/users` (specification, section 4.1). Bodies are not wrapped; meta is
 * null. These routes know no locale, no status and no search. Any call may end in the errors that a
 * collection's may.
 */
export interface Users<T extends CmsUser> {
  /**
   * One page of users, or the whole list where no `pagination` is given; the service gives no
   * total: use `count`. More users than asked for: that service does not page. ValidationError
   * where params name what a user does not have (specification, section 4.1).
   */
  findMany<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: With<UserListParams<KnownShape<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>[]>>;
  /**
   * One user. NotFoundError where there is none, RequestError for an id that is no whole number,
   * ValidationError as of `findMany` (specification, section 4.1).
   */
  find<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: UserInput & With<UserParams<KnownShape<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>>>;
  /**
   * The user that the token belongs to. An API token belongs to none: UnauthorizedError, or
   * ForbiddenError for one that may only read. NotFoundError for an empty answer (specification,
   * section 4.1).
   */
  me<const Fields extends FieldList<T> | NotGiven, const Populating extends Populate<T> | NotGiven>(
    input?: With<UserParams<KnownShape<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>>>;
  /**
   * The number of users that match; 0 where the answer is no number. ValidationError as of
   * `findMany` (specification, section 4.1).
   */
  count(input?: With<UserCountParams<KnownShape<T>>>): Promise<Result<number>>;
  /**
   * The new user, with the role. ValidationError for what the service can't take, such as an email
   * that somebody has; NotFoundError for an empty answer (specification, section 4.1).
   */
  create(input: CallOptions & { readonly data: UserData<T> }): Promise<Result<WrittenUser<T>>>;
  /**
   * The user with `data` merged into it, and with the role. NotFoundError where there is no such
   * user, ValidationError as of `create`, RequestError as of `find` (specification, section 4.1).
   */
  update(input: UserInput & { readonly data: UserData<T> }): Promise<Result<WrittenUser<T>>>;
  /**
   * The deleted user, without the role. NotFoundError where there is none, RequestError as of
   * `find` (specification, section 4.1).
   */
  delete(input: UserInput): Promise<Result<Shaped<T>>>;
}

/** A write answers with the role populated, whatever it is asked. */
type WrittenUser<T> = Pick<T, Extract<keyof T, ScalarKey<T> | "role">>;

/** Of users with any fields beside the known ones: what they are is the caller's to say. */
type AnyUser = CmsUser & AnyDocument;

export function createUsers(transport: Transport): Users<AnyUser> {
  // What is no whole number might be another route: the empty segment is refused.
  const byId = (id: unknown) => ["users", Number.isInteger(id) ? String(id) : ""];
  const one = (request: Request) => callUser<AnyUser>(transport, request);
  const get = (path: Request["path"], query: object, options: CallOptions): Request => ({
    method: "GET",
    path,
    query,
    ...optionsOf(options),
  });

  return catchErrors(
    {
      findMany: async ({ params = {}, ...rest } = {}) => {
        const query = { ...params, ...rootRange(params.pagination) };
        const [error, answer] = await transport.request(get(["users"], query, rest));
        if (error) return fail(error);
        const { body } = answer;
        return Array.isArray(body)
          ? ok(body as AnyUser[], null)
          : fail(unexpected(answer, "a list of users"));
      },
      find: ({ id, params = {}, ...rest }) => one(get(byId(id), params, rest)),
      me: ({ params = {}, ...rest } = {}) => one(get(["users", "me"], params, rest)),
      count: async ({ params = {}, ...rest } = {}) => {
        const [error, answer] = await transport.request(get(["users", "count"], params, rest));
        if (error) return fail(error);
        return ok(typeof answer.body === "number" ? answer.body : 0, null);
      },
      create: ({ data, ...rest }) =>
        one({ method: "POST", path: ["users"], body: data, ...optionsOf(rest) }),
      update: ({ id, data, ...rest }) =>
        one({ method: "PUT", path: byId(id), body: data, ...optionsOf(rest) }),
      delete: ({ id, ...rest }) => one({ method: "DELETE", path: byId(id), ...optionsOf(rest) }),
    },
    transport.url,
  );
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
