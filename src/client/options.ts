import type { LogEntry } from "./http/call.ts";

/** How a client reaches its service, and the limits of its calls. Only `baseUrl` is required. */
export interface CmsOptions extends NetworkOptions {
  /**
   * The URL of the service, such as `https://cms.example.com`. A path prefix before `/api` is kept.
   */
  readonly baseUrl: string;
  /**
   * The path of the content API below `baseUrl`, such as `v1`: the service's setting
   * `api.rest.prefix`. `api` when absent. An empty string means that the API is at `baseUrl`
   * itself.
   */
  readonly apiPrefix?: string | undefined;
  /** Sent as a Bearer token, to the service's own origin only; no token when absent. */
  readonly token?: string | undefined;
  /**
   * Headers to send with each request, to the service's own origin only. Errors never contain the
   * token, but they can contain secrets from these headers.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The maximum wait for one complete answer, in milliseconds, then a CmsTimeoutError; 30,000 when
   * absent.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The maximum duration of a call with all its requests, retries and pauses, in milliseconds. When
   * absent, 60,000 for each of its requests, or `timeoutMs` if that is more.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * The maximum number of retries of a request where a retry is safe: a GET, or a request that was
   * never sent. 2 when absent. A GET whose connection breaks is retried once even with 0.
   */
  readonly retries?: number | undefined;
  /**
   * The largest answer to read, decompressed, in bytes; 256 MiB when absent. A larger answer is a
   * ParseError.
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Called before each attempt of any request but a GET. Unless it returns true, the request is not
   * sent and returns a WriteDeniedError. All requests are allowed when absent.
   */
  readonly isWriteAllowed?: (() => boolean) | undefined;
  /**
   * Called once for each request, after its last attempt. The client ignores errors that it throws.
   */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** How the client reaches the service. */
export interface NetworkOptions {
  /** The `http(s)` URL of a proxy, with credentials if required; no proxy when absent. */
  readonly proxy?: string | undefined;
  /**
   * Hosts to reach without the proxy, in the format of NO_PROXY: `localhost, .example.com,
   * cms:8080`, or `*`. None when absent.
   */
  readonly noProxy?: string | undefined;
  /** For connections to the service, and to a proxy with an `https` URL. */
  readonly tls?: TlsOptions | undefined;
}

/** Certificates and keys in PEM format. `createCms` throws a TypeError for an invalid one. */
export interface TlsOptions {
  /** Certificate authorities to trust in addition to the default ones. */
  readonly ca?: string | readonly string[] | undefined;
  /** Whether to also trust the operating system's authorities. Requires Node 22.15 or later. */
  readonly systemAuthorities?: boolean | undefined;
  /** A client certificate. */
  readonly cert?: string | undefined;
  /** The private key of `cert`. */
  readonly key?: string | undefined;
  /** The passphrase of an encrypted `key`. */
  readonly passphrase?: string | undefined;
  /**
   * False accepts any certificate, for this client only. Otherwise an untrusted one is a TlsError.
   */
  readonly rejectUnauthorized?: boolean | undefined;
}
