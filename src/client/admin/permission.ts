import type { Cms } from "../cms.ts";
import { optionsOf } from "../requests.ts";
import { catchErrors, fail, ok, type Result } from "../result.ts";
import { transportOf, type Request } from "../http/call.ts";
import type { CallOptions } from "../types/params.ts";

/** A route to check with `hasPermission`. */
export interface PermissionCheck extends CallOptions {
  /** The method of the route. */
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /**
   * The path segments below `/api/`, such as `["articles"]`. For DELETE, the path of a document
   * that doesn't exist.
   */
  readonly path: readonly string[];
  /**
   * Whether `path` names a document that doesn't exist; false when absent. If it does, a 404 means
   * that the token has the permission.
   */
  readonly isMissing?: boolean | undefined;
}

/**
 * Checks whether the client's token has the permission to call a route. The result is undefined if
 * the service has no such route.
 *
 * The check changes nothing: a write is sent without content, so the service rejects it, and a
 * DELETE has a filter that matches nothing. Don't check DELETE for a single type, because that
 * would delete it.
 *
 * Returns an UnauthorizedError if the service rejects the token itself. Can also return
 * RateLimitError, HttpError, CmsTimeoutError, CmsAbortError, NetworkError, TlsError, ProxyError,
 * ParseError or RequestError. If the client's `isWriteAllowed` option denies writes, any method but
 * GET returns a WriteDeniedError.
 *
 * Rejects with a TypeError only if `createCms` didn't create `cms`.
 */
export async function hasPermission(
  cms: Cms,
  check: PermissionCheck,
): Promise<Result<boolean | undefined>> {
  const transport = transportOf(cms);
  const methods = {
    check: async ({ method, path, isMissing = false, ...options }: PermissionCheck) => {
      // A count has no pages: older versions of the service fail when a count asks for one.
      const content = path.at(-1) === "count" ? {} : harmlessContent[method];
      const [error] = await transport.request({ method, path, ...content, ...optionsOf(options) });
      if (!error) return ok(true, null);
      const { status } = error;
      if (status === 403) return ok(false, null);
      // The service checks the route first, then the permission, then everything else.
      if (status === 400 || (status === 404 && isMissing)) return ok(true, null);
      return status === 404 || status === 405 ? ok(undefined, null) : fail(error);
    },
  };
  return catchErrors(methods, transport.url, { check: "method path isMissing" }).check(check);
}

const harmlessContent: Readonly<
  Record<PermissionCheck["method"], Pick<Request, "body" | "query">>
> = {
  GET: { query: { limit: 1, pagination: { pageSize: 1 } } },
  POST: { body: {} },
  PUT: { body: {} },
  DELETE: { query: { filters: { id: { $lt: 0 } } } },
};
