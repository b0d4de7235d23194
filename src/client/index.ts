import { cmsOver, type Cms } from "./cms.ts";
import { createTransport } from "./http/transport.ts";
import { networkKinds, openUndici } from "./node/undiciChannel.ts";
import type { CmsOptions } from "./options.ts";

export * from "./exports.ts";

/**
 * Creates a client that sends its requests with undici. Throws a TypeError for an invalid option;
 * the client's methods never throw.
 */
export const createCms = (options: CmsOptions): Cms =>
  cmsOver(
    createTransport(options, networkKinds, (origin, timeoutMs) =>
      openUndici(origin, options, timeoutMs),
    ),
  );
