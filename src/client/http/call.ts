import type { CallFacts } from "../errors.ts";
import type { Result } from "../result.ts";

/** One request for a log, with all of its attempts: never a token, a header, a query or a body. */
export interface LogEntry {
  /** GET, POST, PUT or DELETE. */
  readonly method: string;
  /** What follows `/api/` in the URL, such as `articles/dhs8kxz1w0`; of what stands beside it, all. */
  readonly path: string;
  /** The HTTP status that the last attempt got; absent when no whole answer came. */
  readonly status?: number;
  /** The system's own code where no whole answer came and there is one, such as ECONNREFUSED. */
  readonly code?: string;
  /** From the first attempt to the end of the last one, pauses included, in milliseconds. */
  readonly elapsedMs: number;
}

/** What a timer can count, in milliseconds: a longer wait would be none. */
export const longestTimer = 2 ** 31 - 1;

/** What bounds a request; a call of several requests passes it on to each. */
export interface RequestBounds {
  readonly signal?: AbortSignal;
  /** For one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** When the whole call has to be over, by `performance.now()`. */
  readonly deadlineAt?: number;
  /** The largest answer that is read, in bytes; the client's own limit when absent. */
  readonly maxResponseBytes?: number;
  /** Called when an answer begins to come, once for each attempt that gets one. */
  readonly onFirstByte?: () => void;
}

/** A body that is read while it leaves: once for each attempt, and never held as a whole. */
export interface StreamedBody {
  readonly contentType: string;
  /** In bytes; as many must come. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface Request extends RequestBounds {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The segments below `/api/`, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: object;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it comes, in place of `body`; `timeoutMs` then counts anew with each piece. */
  readonly stream?: StreamedBody;
  /** Whether it changes nothing, whatever its method says: `mayWrite` is not asked. */
  readonly isHarmless?: boolean;
  /** Whether the path stands beside `/api/` and not below it. */
  readonly isAdmin?: boolean;
  /** Path and query below the service's own origin, asked in place of `path`: its answer is no JSON. */
  readonly file?: string;
}

export interface Answer {
  readonly call: CallFacts;
  readonly status: number;
  /** The parsed body, of a `file` its bytes; undefined when it was empty. */
  readonly body: unknown;
  /** The body's media type, such as `image/png`; undefined where the service does not say. */
  readonly type: string | undefined;
}

/** The one way to the service: every group of methods stands on it. */
export interface Transport {
  /** The URL of the content API, such as `https://cms.example.com/api/`. */
  readonly url: string;
  /** The URL of the service, such as `https://cms.example.com/`: the admin panel and the files are below it. */
  readonly serviceUrl: string;
  /** What the client was told; it bounds a call of several requests as a whole. */
  readonly deadlineMs: number | undefined;
  request(request: Request): Promise<Result<Answer>>;
  /** Work of the same key is done one after the other. */
  inKeyedQueue<T>(key: string, bounds: RequestBounds, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
