import { cmsOver, type Cms } from "../cms.ts";
import { createTransport, isFunction } from "../http/transport.ts";
import type { CmsOptions, NetworkOptions } from "../options.ts";
import { openFetch, type Fetch } from "./fetchChannel.ts";

export * from "../exports.ts";
export type { Fetch } from "./fetchChannel.ts";

/** The options of a client that sends with `fetch`. Only `baseUrl` is required. */
export type FetchCmsOptions = Omit<CmsOptions, keyof NetworkOptions> & {
  /** Sends each request, in the form of the web's `fetch`; the global `fetch` when absent. */
  readonly fetch?: Fetch | undefined;
};

/**
 * Creates a client that sends its requests with a fetch function, and needs neither undici nor Node.
 * It never repeats a write, and uploads no files.
 *
 * Throws a TypeError for an invalid option; the client's methods never throw.
 */
function createFetchCms(options: FetchCmsOptions): Cms {
  // Looked up for each request: a test or a framework can replace the global function later.
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  return cmsOver(
    createTransport(options, { fetch: [isFunction, "a function"] }, () => openFetch(fetch)),
  );
}

export { createFetchCms as createCms };
