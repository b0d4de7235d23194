import type { CallOptions, Cms, CmsError } from "../../client/index.ts";
import { done, failed, refused, hasName } from "../foundation/outcome.ts";
import type { ConnectionResult } from "./connectionFailure.ts";
import { toApiPrefix, type Connection } from "./connection.ts";

export type ServiceLocation = Pick<Connection, "url" | "apiPrefix">;

/** Requests one media file. Returns the error, which shows if the service has the route. */
export type RequestFile = (cms: Cms, options: CallOptions) => Promise<CmsError | null>;

/** Calls a service with a client that has no token and is closed afterwards. */
export type Probe = <T>(
  location: ServiceLocation,
  look: (cms: Cms, options: CallOptions) => Promise<T>,
) => ConnectionResult<T>;

/** Common prefixes that projects use instead of `api`. */
const commonPrefixes = ["v1", "api/v1", "v2", "api/v2", "rest", "content"];

const maxPrefixGuesses = 12;

/**
 * Finds a content service whose URL can contain the API prefix: `https://cms.example.com/v1` is the
 * service `https://cms.example.com` with the prefix `v1`. If the URL has no API under `/api`, tries
 * the given prefixes, then common ones. A URL counts only if it answers as a content API does.
 */
export async function locateApi(
  requestFile: RequestFile,
  lookAt: Probe,
  url: string,
  prefixes: readonly string[],
): ConnectionResult<ServiceLocation> {
  const [failure, isThere] = await isApiAt(requestFile, lookAt, { url });
  if (failure && failure.code !== "not-a-service") return failed(failure);
  if (isThere === true) return done({ url });
  for (const guess of guessesFor(url, prefixes)) {
    const [trouble, isFound] = await isApiAt(requestFile, lookAt, guess);
    const hasAnswer = trouble?.code !== "service" || trouble.error.status !== undefined;
    if (!hasAnswer) return failed(trouble);
    if (isFound === true) return done(await withAdmin(lookAt, guess));
  }
  return failed(failure ?? { code: "no-api", url });
}

/** The path of the URL as a prefix first, then prefixes below the whole URL. */
function guessesFor(url: string, prefixes: readonly string[]): readonly ServiceLocation[] {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/^\/+|(?<!\/)\/+$/g, "");
  const likelyPrefixes = [...prefixes, ...commonPrefixes].map(toApiPrefix);
  // Without a prefix, the routes of the admin panel would answer.
  const candidatePrefixes = [...new Set(likelyPrefixes)].filter(
    (prefix) => Boolean(prefix) && prefix !== "api",
  );
  return [
    ...(toApiPrefix(path) ? [{ url: origin, apiPrefix: path }] : []),
    ...candidatePrefixes.slice(0, maxPrefixGuesses).map((apiPrefix = "") => ({ url, apiPrefix })),
  ];
}

/**
 * Whether a URL has a content API; `not-a-service` if another server answers. Without a token, the
 * service answers 404 if it does not have a route, and 403 if it does.
 */
async function isApiAt(requestFile: RequestFile, lookAt: Probe, location: ServiceLocation) {
  const [unreachable, answers] = await lookAt(location, async (cms, options) => {
    const [types] = await cms.schema().contentTypes(options);
    if (!isNoRoute(types)) return [types];
    // Some services have no content-type-builder, but have a media library or locales.
    const [file, [locales]] = await Promise.all([
      requestFile(cms, options),
      cms.schema().locales(options),
    ]);
    return [file, locales];
  });
  if (unreachable) return failed(unreachable);
  const isThere = answers.some(
    (error) =>
      !error ||
      (hasName(error, "UnauthorizedError", "ForbiddenError") && error.details !== undefined),
  );
  if (isThere) return done(true);
  const [trouble] = answers.filter((error) => !isNoRoute(error));
  if (!trouble) return done(false);
  return isForeignAnswer(trouble)
    ? failed({ code: "not-a-service", url: location.url })
    : refused(trouble);
}

/** A Strapi service reports a missing route in its own error format. */
export const isNoRoute = (error: CmsError | null): boolean =>
  error?.name === "NotFoundError" && error.details !== undefined;

/** Whether a content service never gives this answer: a missing route, a page or a redirect. */
export const isForeignAnswer = ({ name, status = 500 }: CmsError): boolean =>
  name === "NotFoundError" || name === "ParseError" || (name === "HttpError" && status < 500);

/** Moves the prefix's start into the URL, up to where the admin panel answers, if it does. */
async function withAdmin(lookAt: Probe, location: ServiceLocation): Promise<ServiceLocation> {
  const { url, apiPrefix = "" } = location;
  const segments = apiPrefix.split("/");
  for (const count of segments.keys()) {
    const base = [url, ...segments.slice(0, count)].join("/");
    const [, error] = await lookAt({ url: base }, async (cms, options) => {
      const { createAdmin } = await import("../../client/admin/index.ts");
      const [refusal] = await createAdmin(cms).me(options);
      return refusal;
    });
    if (error?.name === "UnauthorizedError") {
      return { url: base, apiPrefix: segments.slice(count).join("/") };
    }
  }
  return location;
}
