import type { CallFacts } from "../errors.ts";
import type { Result } from "../result.ts";

/**
 * One request for a log, with all of its attempts. It never contains a token, a header, a query or
 * a body.
 */
export interface LogEntry {
  /** GET, POST, PUT, PATCH or DELETE. */
  readonly method: string;
  /**
   * The path after `/api/`, such as `articles/dhs8kxz1w0`. The full path for routes beside `/api/`.
   */
  readonly path: string;
  /** The HTTP status of the last attempt; absent without a complete answer. */
  readonly status?: number;
  /** The system's error code, such as ECONNREFUSED, if there is one and no complete answer came. */
  readonly code?: string;
  /** Milliseconds from the first attempt to the end of the last one, including pauses. */
  readonly elapsedMs: number;
}

/** The limits of a request. A call with several requests applies them to each. */
export interface RequestBounds {
  readonly signal?: AbortSignal | undefined;
  /** The limit for one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The deadline of the whole call, a time of `performance.now()` in milliseconds. */
  readonly deadlineAt?: number | undefined;
  /** The largest answer to read, in bytes; the client's own limit when absent. */
  readonly maxResponseBytes?: number | undefined;
  /** Called when an answer starts to arrive, once for each attempt that gets one. */
  readonly onFirstByte?: (() => void) | undefined;
}

/** A body that is streamed once for each attempt and never held in memory as a whole. */
export interface StreamedBody {
  readonly contentType: string;
  /** In bytes. The chunks must have exactly this length in total. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Opens a file to upload. Rejects with an Error that says why the file can't be read. */
export type OpenFile = (path: string) => Promise<{
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Throws unless it can yield `size` bytes. */
  chunks(): AsyncIterable<Uint8Array>;
}>;

export interface Request extends RequestBounds {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The segments below `/api/`, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: object | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Streamed instead of `body`. Each chunk then restarts `timeoutMs`. */
  readonly stream?: StreamedBody | undefined;
  /** Whether the request changes nothing, whatever its method. Skips `isWriteAllowed`. */
  readonly isHarmless?: boolean | undefined;
  /** Whether a write follows from the answer, so that no cache may give it. */
  readonly isForWrite?: boolean | undefined;
  /** Whether the route is the project's own, so that any value of a query may be right. */
  readonly isCustom?: boolean | undefined;
  /** Whether the path is beside `/api/` instead of below it. */
  readonly isAdmin?: boolean | undefined;
  /** Path and query below the service's origin, instead of `path`. The answer is not JSON. */
  readonly file?: string | undefined;
}

export interface Answer {
  readonly call: CallFacts;
  readonly status: number;
  /** The parsed body, or the bytes of a `file`; undefined if it was empty. */
  readonly body: unknown;
  /** The body's media type, such as `image/png`; undefined where the service sends none. */
  readonly type: string | undefined;
}

/** Sends every request to the service. All groups of methods use it. */
export interface Transport {
  /** The URL of the content API, such as `https://cms.example.com/api/`. */
  readonly url: string;
  /** Such as `https://cms.example.com/`. The admin panel and the files are below it. */
  readonly serviceUrl: string;
  /** The client's option, in milliseconds. It limits a call with several requests as a whole. */
  readonly deadlineMs: number | undefined;
  readonly openFile: OpenFile;
  request(request: Request): Promise<Result<Answer>>;
  /** Runs work with the same key one after the other. */
  inKeyedQueue<T>(key: string, bounds: RequestBounds, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

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

/**
 * Whether a value is one segment of a URL's path, even for a proxy that decodes it. An empty or
 * dotted segment, or one with a separator, would reach a different route.
 */
export const isPathSegment = (value: unknown): value is string =>
  typeof value === "string" && !/^\.{0,2}$|[/\\?#%\p{Cc}]/u.test(value);
