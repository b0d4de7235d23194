import { optionsOf, unexpected } from "./documents.ts";
import type { CmsError } from "./errors.ts";
import type { Request, Transport } from "./http/call.ts";
import { isRecord } from "./json.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import { catchErrors } from "./catchErrors.ts";
import type { CmsUser } from "./types/content.ts";
import type { CallOptions } from "./types/params.ts";

/** A signed-in user. Pass `jwt` to `createCms` as `token` to make calls as that user. */
export interface SignInResult {
  readonly jwt: string;
  readonly user: CmsUser;
}

interface SignIn extends CallOptions {
  /** The user's email address or user name. */
  readonly identifier: string;
  readonly password: string;
}

interface Probe extends CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /**
   * The path segments below `/api/`, such as `["articles"]`. For DELETE, the path of a missing
   * document.
   */
  readonly path: readonly string[];
  /** True when `path` names a document that doesn't exist. A NotFoundError then means "allowed". */
  readonly isMissing?: boolean;
}

/**
 * Signs users in and checks the permissions of the client's token. `meta` is null.
 *
 * A call can return UnauthorizedError, ForbiddenError, RateLimitError, HttpError, CmsTimeoutError,
 * CmsAbortError, NetworkError, TlsError, ProxyError, ParseError or RequestError. Where the client's
 * `isWriteAllowed` option denies writes, any method but a GET returns a WriteDeniedError.
 */
export interface AuthApi {
  /**
   * Signs a user in and returns the user with a JWT. Call it on a client without a token.
   *
   * Returns a ValidationError when the service rejects the credentials, and a RateLimitError after
   * ten attempts within a minute. No error contains the password.
   */
  signIn(input: SignIn): Promise<Result<SignInResult>>;
  /**
   * Checks whether the token may call a route. Returns undefined where the service has no such
   * route.
   *
   * The check changes nothing: a write is sent without content, so the service rejects it, and a
   * DELETE has a filter that matches nothing. Returns an UnauthorizedError when the service rejects
   * the token itself.
   */
  allows(input: Probe): Promise<Result<boolean | undefined>>;
}

export function createAuth(transport: Transport): AuthApi {
  return catchErrors(
    {
      signIn: async ({ identifier, password, ...rest }) => {
        const [error, answer] = await transport.request({
          method: "POST",
          path: ["auth", "local"],
          body: { identifier, password },
          ...optionsOf(rest),
        });
        if (error) return fail(without(password, error));
        const { body } = answer;
        return isRecord(body) && typeof body["jwt"] === "string" && isRecord(body["user"])
          ? // The check above covers the fields that the client uses. The user's other fields stay
            // as sent.
            ok(body as unknown as SignInResult, null)
          : fail(unexpected(answer, "a signed-in user"));
      },
      allows: async ({ method, path, isMissing = false, ...rest }) => {
        const [error] = await transport.request(probe({ method, path, ...rest }));
        return error ? verdict(error, isMissing) : ok(true, null);
      },
    },
    transport.url,
  );
}

function verdict(error: CmsError, isMissing: boolean): Result<boolean | undefined> {
  const { status = 0 } = error;
  if (status === 403) return ok(false, null);
  // The service checks the route first, then the permission, then everything else.
  if (status === 400 || (status === 404 && isMissing)) return ok(true, null);
  return status === 404 || status === 405 ? ok(undefined, null) : fail(error);
}

const probe = ({ method, path, ...rest }: Probe): Request => ({
  method,
  path,
  // A count has no pages: older versions of the service fail when a count asks for one.
  ...(path.at(-1) === "count" ? {} : signInAnswer[method]),
  ...optionsOf(rest),
});

const signInAnswer: Readonly<Record<Probe["method"], Pick<Request, "body" | "query">>> = {
  GET: { query: { limit: 1, pagination: { pageSize: 1 } } },
  POST: { body: {} },
  PUT: { body: {} },
  DELETE: { query: { filters: { id: { $lt: 0 } } } },
};

/** Removes the password from an error: a service can repeat the request in its message. */
function without(password: string, error: CmsError): CmsError {
  const { message } = error;
  return Object.assign(error, {
    message: password === "" ? message : message.replaceAll(password, "[password]"),
    details: {},
    ...(error.name === "ValidationError" && { issues: [] }),
  });
}
