import { optionsOf } from "./documents.ts";
import type { Request, Transport } from "./http/call.ts";
import { isRecord } from "./json.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import { total } from "./total.ts";
import type { CmsUser } from "./types/content.ts";
import type { CallOptions } from "./types/params.ts";
import { unexpected } from "./unexpected.ts";

/** A user who has signed in; `jwt` is what `createCms` takes as `token` from then on. */
export interface SignedIn {
  readonly jwt: string;
  readonly user: CmsUser;
}

interface SignIn extends CallOptions {
  /** The e-mail or the user name. */
  readonly identifier: string;
  readonly password: string;
}

interface Probe extends CallOptions {
  readonly method: "GET" | "POST" | "PUT";
  /** The segments below `/api/`, such as `["articles"]`. Of no single type: a PUT would make it. */
  readonly path: readonly string[];
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
   * Whether a route may be called. A write is sent with nothing in it, which the service refuses for
   * that: nothing changes. UnauthorizedError where the token itself is refused (the specification does
   * not show it).
   */
  allows(input: Probe): Promise<Result<boolean>>;
}

export function createAuth(transport: Transport): Auth {
  return total(
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
      allows: async ({ method, path, ...rest }) => {
        const [error] = await transport.request(probe({ method, path, ...rest }));
        if (!error) return ok(true, null);
        const { status = 0 } = error;
        // A user who is not there can't be changed; a route that is not there can't be called.
        if (status === 400 || (status === 404 && method === "PUT")) return ok(true, null);
        return [403, 404, 405].includes(status) ? ok(false, null) : fail(error);
      },
    },
    transport.url,
  );
}

const probe = ({ method, path, ...rest }: Probe): Request => ({
  method,
  path,
  ...(method === "GET" ? { query: { limit: 1, pagination: { pageSize: 1 } } } : { body: {} }),
  ...optionsOf(rest),
});

/** A service may repeat what it was sent. */
function without<E extends Error>(password: string, error: E): E {
  const { message } = error;
  return Object.assign(error, {
    message: password === "" ? message : message.replaceAll(password, "[password]"),
    details: {},
    ...("issues" in error && { issues: [] }),
  });
}
