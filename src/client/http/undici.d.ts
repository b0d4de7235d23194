// The parts of undici that the client is made of, which have no types of their own. Its door would bring all the
// others into the bundle: fetch, mocks, WebSockets.
declare module "undici/lib/dispatcher/pool.js" {
  export { Pool as default } from "undici";
}

declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  export { EnvHttpProxyAgent as default } from "undici";
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";

  /** What undici's door makes a method of every dispatcher. */
  export default function connect(
    this: Dispatcher,
    to: Dispatcher.ConnectOptions,
  ): Promise<Dispatcher.ConnectData>;
}
