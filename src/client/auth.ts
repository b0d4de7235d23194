import { optionsOf, requestParsed, throwUnexpected } from "./requests.ts";
import type { Transport } from "./http/call.ts";
import { isRecord } from "./recordGuard.ts";
import { fail, ok, catchErrors, type Result } from "./result.ts";
import type { CmsUser } from "./types/content.ts";
import type { CallOptions } from "./types/params.ts";

/** A signed-in user. Pass `jwt` to `createCms` as `token` to make calls as that user. */
export interface SignInResult {
  /** The token of the user, for the option `token` of `createCms`. */
  readonly jwt: string;
  /** The user, without a populated role. */
  readonly user: CmsUser;
}

/** The input of `signIn`. */
export interface SignInInput extends CallOptions {
  /** The user's email address or user name. */
  readonly identifier: string;
  readonly password: string;
}

/**
 * Signs users in. `meta` is null.
 *
 * A call can return UnauthorizedError, ForbiddenError, RateLimitError, HttpError, CmsTimeoutError,
 * CmsAbortError, NetworkError, TlsError, ProxyError, ParseError, RequestError or WriteDeniedError.
 */
export interface AuthApi {
  /**
   * Signs a user in and returns the user with a JWT. Call it on a client without a token.
   *
   * Returns a ValidationError when the service rejects the credentials, and a RateLimitError after
   * ten attempts within a minute. No error contains the password.
   */
  signIn(input: SignInInput): Promise<Result<SignInResult>>;
}

export function createAuth(transport: Transport): AuthApi {
  const methods: AuthApi = {
    signIn: async ({ identifier, password, ...options }) => {
      const request = { path: ["auth", "local"], body: { identifier, password } };
      const [error, signedIn] = await requestParsed(
        transport,
        { method: "POST", ...request, ...optionsOf(options) },
        signedInUser,
      );
      if (!error) return ok(signedIn, null);
      // The service's details can repeat the password in any form.
      const issues = error.name === "ValidationError" && { issues: [] };
      return fail(Object.assign(error, { details: {}, ...issues }));
    },
  };
  return catchErrors(methods, transport.url, { signIn: "identifier password" });
}

/** Checks the fields that the client uses. The user's other fields stay as sent. */
const signedInUser = (body: unknown): SignInResult =>
  isRecord(body) && typeof body["jwt"] === "string" && isRecord(body["user"])
    ? (body as unknown as SignInResult)
    : throwUnexpected("a signed-in user");
