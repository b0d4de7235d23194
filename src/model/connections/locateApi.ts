import type { CallOptions, Cms, CmsError } from "../../client/index.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import type { ConnectionFailure } from "./connectionFailure.ts";
import { toApiPrefix } from "./connection.ts";
import type { Connection } from "./connection.ts";

/** Where a service is, and its content API below that. */
export type ServiceLocation = Pick<Connection, "url" | "apiPrefix">;

/** Looks at a place with a client that has no token and is closed afterwards. */
export type Probe = <T>(
  place: ServiceLocation,
  look: (cms: Cms, options: CallOptions) => Promise<T>,
) => Promise<Outcome<T, ConnectionFailure>>;

/** Prefixes that projects often choose in place of `api`. */
const commonPrefixes = ["v1", "api/v1", "v2", "api/v2", "rest", "content"];

/** How many prefixes are tried below one URL. */
const mostGuesses = 12;

/**
 * The place of a content service whose URL may contain the API prefix: `https://cms.example.com/v1` is the service
 * `https://cms.example.com` with the prefix `v1`. Below a URL that has no API under `/api`, the given prefixes are
 * tried, then common ones. The service decides: a place counts where it answers as a content API does.
 */
export async function locateApi(
  lookAt: Probe,
  url: string,
  prefixes: readonly string[] = [],
): Promise<Outcome<ServiceLocation, ConnectionFailure>> {
  const [failure, isThere] = await isApiAt(lookAt, { url });
  if (failure && failure.code !== "not-a-service") return failed(failure);
  if (isThere === true) return done({ url });
  for (const guess of guessesFor(url, prefixes)) {
    const [trouble, isFound] = await isApiAt(lookAt, guess);
    if (trouble && hasNoAnswer(trouble)) return failed(trouble);
    if (isFound === true) return done(await withAdmin(lookAt, guess));
  }
  return failed(failure ?? { code: "no-api", url });
}

const hasNoAnswer = (failure: ConnectionFailure): boolean =>
  failure.code === "service" && failure.error.status === undefined;

/** The URL's own path as the prefix first, then prefixes below the whole URL. */
function guessesFor(url: string, prefixes: readonly string[]): readonly ServiceLocation[] {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/^\/+|\/+$/g, "");
  const likely = [...prefixes, ...commonPrefixes].map(toApiPrefix);
  // Without a prefix, the routes of the admin panel would answer.
  const tried = [...new Set(likely)].filter((one) => Boolean(one) && one !== "api");
  return [
    ...(toApiPrefix(path) ? [{ url: origin, apiPrefix: path }] : []),
    ...tried.slice(0, mostGuesses).map((apiPrefix = "") => ({ url, apiPrefix })),
  ];
}

/**
 * Whether a content API is at a place. `not-a-service` where something else answers. Without a token the service
 * answers 404 where it has no route, and 403 where it has one.
 */
async function isApiAt(
  lookAt: Probe,
  place: ServiceLocation,
): Promise<Outcome<boolean, ConnectionFailure>> {
  const [noWay, answers] = await lookAt(place, async (cms, options) => {
    const [types] = await cms.schema().contentTypes(options);
    if (!isNoRoute(types)) return [types];
    // Some services have no content-type-builder. They have a media library or locales.
    const [[files], [locales]] = await Promise.all([
      cms.upload().findMany({ ...options, params: { pagination: { pageSize: 1 } } }),
      cms.schema().locales(options),
    ]);
    return [files, locales];
  });
  if (noWay) return failed(noWay);
  if (answers.some((error) => !error || isRefusalOfService(error))) return done(true);
  const [trouble] = answers.filter((error) => !isNoRoute(error));
  if (!trouble) return done(false);
  return isForeignAnswer(trouble)
    ? failed({ code: "not-a-service", url: place.url })
    : refused(trouble);
}

/** A Strapi service says in a form of its own that it has no such route. */
const isNoRoute = (error: CmsError | null): boolean =>
  error?.name === "NotFoundError" && error.details !== undefined;

const isRefusalOfService = ({ name, details }: CmsError): boolean =>
  /^(Unauthorized|Forbidden)Error$/.test(name) && details !== undefined;

/** Whether an answer is one that no content service gives there: no such route, a page, a redirect. */
export const isForeignAnswer = ({ name, status = 500 }: CmsError): boolean =>
  name === "NotFoundError" || name === "ParseError" || (name === "HttpError" && status < 500);

/** The same API with the part of its path before the prefix where the admin panel answers, if it does. */
async function withAdmin(lookAt: Probe, place: ServiceLocation): Promise<ServiceLocation> {
  const { url, apiPrefix = "" } = place;
  const segments = apiPrefix.split("/");
  for (const count of segments.keys()) {
    const base = [url, ...segments.slice(0, count)].join("/");
    const [, error] = await lookAt({ url: base }, async (cms, options) => {
      const [refusal] = await cms.admin().me(options);
      return refusal;
    });
    if (error?.name === "UnauthorizedError") {
      return { url: base, apiPrefix: segments.slice(count).join("/") };
    }
  }
  return place;
}
