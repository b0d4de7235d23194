import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import * as tls from "node:tls";
import { EnvHttpProxyAgent, Pool, type buildConnector, type Dispatcher } from "undici";
import type { NetworkOptions, TlsOptions } from "../options.ts";

/** A failure between the client and the proxy, as opposed to one beyond the proxy. */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";
}

/** Enough for a user and a background task. The service processes requests one by one. */
const connections = 16;

/**
 * Opens `pooled` connections, which are kept and reused, and `fresh` ones: a new connection for each
 * request that must not use one the service has just closed. These are writes, since the client
 * couldn't know whether one arrived, and retried reads.
 *
 * Throws a TypeError for an invalid proxy or certificate. `lookup` resolves the names of hosts to
 * which there is a direct connection, but not that of the proxy.
 */
export function openNetwork(
  origin: string,
  options: NetworkOptions,
  timeoutMs: number,
  lookup?: LookupFunction,
): { readonly pooled: Dispatcher; readonly fresh: Dispatcher } {
  const connectOptions = { timeout: timeoutMs, ...secured(options.tls) };
  const connect = { ...connectOptions, ...(lookup && { lookup }) };
  const proxy = options.proxy === undefined ? undefined : proxyOf(options.proxy);
  const open = (pipelining: 0 | 1): Dispatcher => {
    // The call itself limits the time and the bytes of the complete answer.
    const common = { connections, pipelining, connect, headersTimeout: 0, bodyTimeout: 0 };
    if (!proxy) return new Pool(origin, common);
    const { uri, token } = proxy;
    return new EnvHttpProxyAgent({
      ...common,
      httpProxy: uri,
      httpsProxy: uri,
      noProxy: options.noProxy ?? "",
      ...(token && { token }),
      requestTls: connectOptions,
      proxyTls: connectOptions,
      // Tunnels are for https. Many proxies refuse a tunnel to an http port.
      proxyTunnel: false,
      clientFactory: (_: URL, pool: object) => tunnels(uri, pool),
      factory: (to: string | URL, pool: Pool.Options) =>
        new URL(to).origin === uri ? toProxy(uri, pool) : new Pool(to, pool),
    });
  };
  return { pooled: open(1), fresh: open(0) };
}

/** Connections to the proxy. Their failures are wrapped in a ProxyFailure. */
const toProxy = (uri: string, { connect, ...options }: Pool.Options): Pool =>
  new Pool(uri, {
    ...options,
    connect: (to: buildConnector.Options, done: buildConnector.Callback) => {
      (connect as buildConnector.connector)(to, (cause, socket) => {
        if (cause) done(new ProxyFailure(cause.message, { cause }), null);
        else done(null, socket);
      });
    },
  });

/** Tunnels through the proxy. When it closes one, undici alone would retry endlessly. */
function tunnels(uri: string, options: object): Dispatcher {
  const pool = toProxy(uri, options);
  const askForTunnel: (to: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connect = async (to: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    try {
      return await askForTunnel(to);
    } catch (cause) {
      if (cause instanceof ProxyFailure) throw cause;
      throw new ProxyFailure((cause as Error).message, { cause });
    }
  };
  return Object.assign(pool, { connect });
}

function proxyOf(text: string): { readonly uri: string; readonly token: string | undefined } {
  try {
    const { protocol, origin, username, password } = new URL(text);
    if (protocol !== "http:" && protocol !== "https:") throw new RangeError(protocol);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const token = `Basic ${Buffer.from(credentials).toString("base64")}`;
    return { uri: origin, token: credentials === ":" ? undefined : token };
  } catch {
    // Without a cause: the system's error quotes the URL and its credentials.
    throw new TypeError("A proxy has an http or https URL, its credentials percent-encoded.");
  }
}

function secured({
  rejectUnauthorized,
  ca,
  systemAuthorities,
  ...contextOptions
}: TlsOptions = {}) {
  const check = rejectUnauthorized === undefined ? {} : { rejectUnauthorized };
  const isContextEmpty = Object.values(contextOptions).every((option) => option === undefined);
  if (!ca && !systemAuthorities && isContextEmpty) return check;
  try {
    // Created once: loading the authorities takes longer than connecting.
    return {
      ...check,
      secureContext: tls.createSecureContext({
        ...authorities({ ca, systemAuthorities }),
        ...contextOptions,
      }),
    };
  } catch (cause) {
    throw new TypeError("The certificates or the key can't be read.", { cause });
  }
}

/** The default authorities and the given ones. `ca` alone would replace the default ones. */
function authorities({ ca, systemAuthorities }: TlsOptions): { readonly ca?: string[] } {
  if (!ca && !systemAuthorities) return {};
  const extra = [ca ?? []].flat();
  // TLS would silently ignore an invalid certificate. The constructor throws.
  for (const pem of extra) new X509Certificate(pem);
  if (getCACertificates) {
    const system = systemAuthorities ? getCACertificates("system") : [];
    // An operating system may list each authority several times, and each copy takes time to load.
    return { ca: [...new Set([...getCACertificates("default"), ...system, ...extra])] };
  }
  // Older versions of Node: reads the file of NODE_EXTRA_CA_CERTS. Node also ignores a missing file.
  const file = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  const fromFile = existsSync(file) ? [readFileSync(file, "utf8")] : [];
  return { ca: [...tls.rootCertificates, ...fromFile, ...extra] };
}

/** Available from Node 22.15. Node loads the system's authorities once, on first use. */
const { getCACertificates } = tls as {
  getCACertificates?: (type: "default" | "system") => string[];
};
