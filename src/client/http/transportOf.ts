import type { Transport } from "./call.ts";

/** The key of a client's transport. A registered symbol: a bundle can contain this module twice. */
const transportKey = Symbol.for("cms-content.transport");

/** Adds the transport to a client, invisible to its users. */
export const withTransport = <T extends object>(cms: T, transport: Transport): T =>
  Object.defineProperty(cms, transportKey, { value: transport });

/** The transport of a client. Throws a TypeError for an object that `createCms` didn't create. */
export function transportOf(cms: object): Transport {
  const { [transportKey]: transport } = Object(cms) as { readonly [transportKey]?: Transport };
  if (!transport) throw new TypeError("cms must be a client that createCms created.");
  return transport;
}
