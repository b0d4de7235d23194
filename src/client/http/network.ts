import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as tls from "node:tls";
import { EnvHttpProxyAgent, Pool } from "undici";
import type { buildConnector, Dispatcher } from "undici";

/** How the service is reached. */
export interface NetworkOptions {
  /** The `http(s)` URL of a proxy, with its credentials where it wants some; none unless given. */
  readonly proxy?: string;
  /**
   * Hosts that are reached without the proxy, in the form of NO_PROXY: `localhost, .example.com,
   * cms:8080`, or `*`; none unless given.
   */
  readonly noProxy?: string;
  /** Of the connection to the service, and to a proxy at an `https` URL. */
  readonly tls?: TlsOptions;
}

/** Certificates and keys, as PEM; what can't be read makes `createCms` throw a TypeError. */
export interface TlsOptions {
  /** Authorities that are trusted beside the usual ones. */
  readonly ca?: string | readonly string[];
  /** Whether those of the operating system are trusted, too; Node knows them from 22.15 on. */
  readonly systemAuthorities?: boolean;
  /** A certificate of the client's own. */
  readonly cert?: string;
  /** The key of `cert`. */
  readonly key?: string;
  /** Opens `key` where it is encrypted. */
  readonly passphrase?: string;
  /** False takes any certificate, for this client alone; else one not trusted is a TlsError. */
  readonly rejectUnauthorized?: boolean;
}

/** The ways to the service. */
export interface Network {
  /** Connections that are kept and used again. */
  readonly pooled: Dispatcher;
  /**
   * A connection for each request, for what must not meet one that the service has closed a moment
   * ago: a write, since nobody would know whether it arrived, and a read that is tried again.
   */
  readonly fresh: Dispatcher;
}

/** What went wrong between us and the proxy, in contrast to what did beyond it. */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";
}

/** Enough for a person and a background task; the service works through requests one by one. */
const connections = 16;

/** Throws a TypeError for a proxy or certificate that can't be used. */
export function openNetwork(origin: string, options: NetworkOptions, timeoutMs: number): Network {
  const connect = { timeout: timeoutMs, ...secured(options.tls) };
  const proxy = options.proxy === undefined ? undefined : proxyOf(options.proxy);
  const open = (pipelining: 0 | 1): Dispatcher => {
    // The call counts the time of the whole answer, and its bytes.
    const common = { connections, pipelining, connect, headersTimeout: 0, bodyTimeout: 0 };
    if (!proxy) return new Pool(origin, common);
    const { noProxy = "" } = options;
    return new EnvHttpProxyAgent({ ...common, ...proxied(proxy, connect), noProxy });
  };
  return { pooled: open(1), fresh: open(0) };
}

function proxied({ uri, token }: ReturnType<typeof proxyOf>, tls: buildConnector.BuildOptions) {
  return {
    httpProxy: uri,
    httpsProxy: uri,
    ...(token && { token }),
    requestTls: tls,
    proxyTls: tls,
    // A tunnel is for https; many a proxy refuses one to a port of http.
    proxyTunnel: false,
    clientFactory: (_: URL, pool: object) => tunnels(uri, pool),
    factory: (to: string | URL, pool: Pool.Options) =>
      new URL(to).origin === uri ? toProxy(uri, pool) : new Pool(to, pool),
  };
}

/** Connections to the proxy, whose failures are marked as its own. */
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

/** Tunnels through the proxy. Where it hangs up on one unmarked, undici asks for it again and again. */
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

/** The proxy's own address, and what it wants to be told, out of its URL. */
function proxyOf(text: string): { readonly uri: string; readonly token: string | undefined } {
  try {
    const { protocol, origin, username, password } = new URL(text);
    if (protocol !== "http:" && protocol !== "https:") throw new RangeError(protocol);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const token = `Basic ${Buffer.from(credentials).toString("base64")}`;
    return { uri: origin, token: credentials === ":" ? undefined : token };
  } catch {
    // Not as the cause: the system's own error quotes the URL, with its credentials.
    throw new TypeError("A proxy has an http or https URL, its credentials percent-encoded.");
  }
}

function secured({ rejectUnauthorized, ca, systemAuthorities, ...own }: TlsOptions = {}) {
  const check = rejectUnauthorized === undefined ? {} : { rejectUnauthorized };
  const trusted = { ca, systemAuthorities };
  if (!ca && !systemAuthorities && Object.keys(own).length === 0) return check;
  try {
    // Made once: reading the authorities takes longer than connecting.
    return {
      ...check,
      secureContext: tls.createSecureContext({ ...authorities(trusted), ...own }),
    };
  } catch (cause) {
    throw new TypeError("The certificates or the key can't be read.", { cause });
  }
}

/** The usual authorities and the given ones; `ca` alone would be taken instead of the usual ones. */
function authorities({ ca, systemAuthorities }: Trusted): { readonly ca?: string[] } {
  if (!ca && !systemAuthorities) return {};
  const extra = [ca ?? []].flat();
  // What is no certificate would be passed over in silence.
  for (const pem of extra) new X509Certificate(pem);
  const system = systemAuthorities ? (getCACertificates?.("system") ?? []) : [];
  return { ca: [...usualAuthorities(), ...system, ...extra] };
}

interface Trusted {
  readonly ca: TlsOptions["ca"] | undefined;
  readonly systemAuthorities: boolean | undefined;
}

/** Node 22.15 and later; it reads those of the system once, when they are first asked for. */
const { getCACertificates } = tls as {
  getCACertificates?: (type: "default" | "system") => string[];
};

function usualAuthorities(): readonly string[] {
  // Before that, those of NODE_EXTRA_CA_CERTS have to be found.
  if (getCACertificates) return getCACertificates("default");
  const file = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  // Node, too, goes on without a file that is not there.
  const extra = existsSync(file) ? [readFileSync(file, "utf8")] : [];
  return [...tls.rootCertificates, ...extra];
}
