import { optionsOf, unexpected } from "./documents.ts";
import type { CmsError } from "./errors.ts";
import type { Request, Transport } from "./http/call.ts";
import { isRecord } from "./json.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import { catchErrors } from "./catchErrors.ts";
import type { CmsUser } from "./types/content.ts";
import type { CallOptions } from "./types/params.ts";

/** A user who has signed in; `jwt` is what `createCms` takes as `token` from then on. */
export interface SignedIn {
  readonly jwt: string;
  readonly user: CmsUser;
}

interface SignIn extends CallOptions {
  /** The email or the user name. */
  readonly identifier: string;
  readonly password: string;
}

interface Probe extends CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The segments below `/api/`, such as `["articles"]`; of what is deleted, one that is not there. */
  readonly path: readonly string[];
  /** Whether nothing may be at that place: a NotFoundError then says that one may look. */
  readonly isMissing?: boolean;
}

/** Who somebody is, and what a token may do; meta is null. The specification does not show it. */
export interface Auth {
  /**
   * Signs a user in, with a client that has no token. ValidationError where the service does not let
   * them in, RateLimitError after ten tries in a minute. The password is in no error (the specification
   * does not show it).
   */
  signIn(input: SignIn): Promise<Result<SignedIn>>;
  /**
   * Whether a route may be called; undefined where the service has none. A write is sent with nothing
   * in it, which the service refuses for that, and a DELETE with a filter that nothing matches:
   * nothing changes. UnauthorizedError where the token itself is refused (the specification does not
   * show it).
   */
  allows(input: Probe): Promise<Result<boolean | undefined>>;
}

export function createAuth(transport: Transport): Auth {
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
          ? // What is relied on was looked at above; the user's other fields are as the service has them.
            ok(body as unknown as SignedIn, null)
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
  // The service looks at the permission before all else but the route itself.
  if (status === 400 || (status === 404 && isMissing)) return ok(true, null);
  return status === 404 || status === 405 ? ok(undefined, null) : fail(error);
}

const probe = ({ method, path, ...rest }: Probe): Request => ({
  method,
  path,
  // A count has no pages: older versions of the service fail where it is asked for one.
  ...(path.at(-1) === "count" ? {} : signInAnswer[method]),
  ...optionsOf(rest),
});

const signInAnswer: Readonly<Record<Probe["method"], Pick<Request, "body" | "query">>> = {
  GET: { query: { limit: 1, pagination: { pageSize: 1 } } },
  POST: { body: {} },
  PUT: { body: {} },
  DELETE: { query: { filters: { id: { $lt: 0 } } } },
};

/** A service may repeat what it was sent. */
function without(password: string, error: CmsError): CmsError {
  const { message } = error;
  return Object.assign(error, {
    message: password === "" ? message : message.replaceAll(password, "[password]"),
    details: {},
    ...(error.name === "ValidationError" && { issues: [] }),
  });
}
