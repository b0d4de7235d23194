import { setTimeout as pause } from "node:timers/promises";
import { ParseError, RequestError } from "../errors.ts";
import type { CmsError } from "../errors.ts";
import { isRecord } from "../json.ts";
import { fail } from "../result.ts";
import { acceptEncoding } from "./answer.ts";
import type { LogEntry, Transport, RequestBounds } from "./call.ts";
import { longestTimer } from "./call.ts";
import { exchange } from "./exchange.ts";
import type { ClientDefaults, RequestChannel } from "./exchange.ts";
import { openNetwork } from "./network.ts";
import type { Network, NetworkOptions } from "./network.ts";
import { prepare } from "./prepareRequest.ts";
import type { ServiceRoot } from "./prepareRequest.ts";
import { send } from "./attempt.ts";

/** Where the service is, what each request carries, and what bounds it. */
export interface TransportOptions extends NetworkOptions {
  /**
   * Where the service is, such as `https://cms.example.com`; a path prefix before `/api` is kept.
   */
  readonly baseUrl: string;
  /**
   * The path of the content API below `baseUrl`: the service's own setting `api.rest.prefix`, such as
   * `v1`. `api` unless given. An empty text means that the API is at `baseUrl` itself.
   */
  readonly apiPrefix?: string;
  /** Sent as a Bearer token, to the service's own origin and nowhere else; none unless given. */
  readonly token?: string;
  /**
   * Sent with each request, to the service's own origin. Of secrets, only the token is taken out of
   * errors.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Longest wait for one whole answer, in milliseconds, then a TimeoutError; 30,000 unless given.
   */
  readonly timeoutMs?: number;
  /**
   * Longest time for a call with all its requests, attempts and pauses, in milliseconds. Unless
   * given, 60,000 for each of its requests.
   */
  readonly deadlineMs?: number;
  /**
   * How often a request is tried again where that does no harm: a GET, or what never left; 2 unless
   * given. A GET whose connection breaks off is tried a second time even with 0.
   */
  readonly retries?: number;
  /**
   * The largest answer that is read, decompressed, in bytes, 256 MiB unless given; a larger one is
   * a ParseError.
   */
  readonly maxResponseBytes?: number;
  /**
   * Asked before each attempt of a request that is no GET: unless it says true, the request ends in
   * a LockedError and is not sent. All may be sent unless given.
   */
  readonly mayWrite?: () => boolean;
  /** Called once for each request, after its last attempt; what it throws is passed over. */
  readonly log?: (entry: LogEntry) => void;
}

/**
 * Throws a TypeError for a `baseUrl`, `apiPrefix`, proxy or certificate that can't be used: the one
 * thing that does.
 */
export function createTransport(options: TransportOptions): Transport {
  check(options);
  const root = rootOf(options);
  const defaults: ClientDefaults = {
    timeoutMs: options.timeoutMs ?? 30_000,
    deadlineMs: options.deadlineMs ?? 60_000,
    retries: options.retries ?? 2,
    maxResponseBytes: options.maxResponseBytes ?? 2 ** 28,
    token: options.token,
    mayWrite: options.mayWrite,
    log: options.log,
  };
  const network = openNetwork(root.origin, options, defaults.timeoutMs);
  const headers = fixedHeaders(options);
  const closing = new AbortController();
  const channel = channelOver(network, closing.signal);

  return {
    request: async (request) => {
      const outgoing = prepare(request, root, headers);
      if (outgoing instanceof RequestError) return fail(outgoing);
      try {
        const result = await exchange(outgoing, channel, { bounds: request, defaults });
        return result[0] ? fail(withoutPasswords(result[0], outgoing.body)) : result;
      } catch (cause) {
        // Nothing known leads here. Whatever does must not end a program that reads a page ahead.
        const { method, origin, target } = outgoing;
        const call = { method, url: origin + target, attempts: 1, elapsedMs: 0 };
        return fail(new ParseError("The answer can't be understood.", { call, cause }));
      }
    },
    url: root.origin + root.prefix,
    serviceUrl: root.origin + root.service,
    deadlineMs: options.deadlineMs,
    inKeyedQueue: createKeyedQueue(),
    close: async () => {
      closing.abort();
      await Promise.all([network.pooled.destroy(), network.fresh.destroy()]);
    },
  };
}

const channelOver = ({ pooled, fresh }: Network, closing: AbortSignal): RequestChannel => ({
  send: (outgoing, attempts, limits) => {
    const isFirstRead = outgoing.method === "GET" && attempts === 1;
    return send(isFirstRead ? pooled : fresh, outgoing, limits);
  },
  closing,
});

const isText = (value: unknown): boolean => typeof value === "string";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;

/** What each option must be, where it is given: callers without types can give anything. */
const kinds: Readonly<
  Record<string, readonly [isKind: (value: unknown) => boolean, kind: string]>
> = {
  baseUrl: [isText, "a text"],
  apiPrefix: [isText, "a text"],
  token: [isText, "a text"],
  timeoutMs: [isAmount, "a number, not below 0"],
  deadlineMs: [isAmount, "a number, not below 0"],
  retries: [isAmount, "a number, not below 0"],
  maxResponseBytes: [isAmount, "a number, not below 0"],
  headers: [(value) => isRecord(value) && Object.values(value).every(isText), "texts by name"],
  mayWrite: [isFunction, "a function"],
  log: [isFunction, "a function"],
};

function check(options: object): void {
  for (const [name, [isKind, kind]] of Object.entries(kinds)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !isKind(value)) throw new TypeError(`${name} must be ${kind}.`);
  }
}

/** What each request carries; a header of the caller's does not take the place of one of ours. */
function fixedHeaders({ headers = {}, token }: TransportOptions): Readonly<Record<string, string>> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...Object.fromEntries(own),
    "accept-encoding": acceptEncoding,
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

function rootOf({ baseUrl, apiPrefix = "api" }: TransportOptions): ServiceRoot {
  // A URL that can't be read would be quoted by the system's own error, with its credentials.
  const { protocol, origin, pathname } = new URL(URL.canParse(baseUrl) ? baseUrl : "none:");
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError("A content service has an http or https URL.");
  }
  const path = apiPrefix.replace(/^\/+|\/+$/g, "");
  if (path !== "" && !path.split("/").every(isPathSegment)) {
    throw new TypeError("apiPrefix must be a path, such as api or v1.");
  }
  const service = `${pathname.replace(/\/+$/, "")}/`;
  return { origin, service, prefix: path === "" ? service : `${service}${path}/` };
}

/** Whether a URL keeps a text as one segment of its path. */
const isPathSegment = (text: string): boolean =>
  /^[\w~.-]+$/.test(text) && text !== "." && text !== "..";

/** Lets work of the same key take turns. Work whose time is over, or is cancelled, waits no longer. */
function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, bounds: RequestBounds, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const turn = before ? settledOrOver(before, bounds).then(work) : work();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

async function settledOrOver(before: Promise<unknown>, bounds: RequestBounds): Promise<void> {
  const { signal, deadlineAt = Infinity } = bounds;
  const settled = new AbortController();
  // Timers count whole milliseconds and fire up to one early: work must find its deadline over, and send nothing.
  const left = Math.min(Math.max(0, Math.ceil(deadlineAt - performance.now()) + 1), longestTimer);
  const over = pause(left, undefined, {
    signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]),
  });
  await Promise.allSettled([Promise.race([before, over])]);
  settled.abort();
  await Promise.allSettled([over]);
}

/** Shorter texts are replaced only where they are whole words: `a` is in most sentences. */
const shortest = 4;

/** An error without the passwords that its request sent: the service may repeat what it refused. */
function withoutPasswords(error: CmsError, body: unknown): CmsError {
  const patterns = passwordsIn(body).map(patternOf);
  if (patterns.length === 0) return error;
  const clean = (text: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, "[password]"), text);
  return Object.assign(error, {
    message: clean(error.message),
    details: cleaned(error.details, clean),
    ...(error.name === "ValidationError" && { issues: cleaned(error.issues, clean) }),
  });
}

/** The values of all keys that name a password, longest first: one may be a part of another. */
function passwordsIn(body: unknown): readonly string[] {
  if (typeof body !== "string" || !/password/i.test(body)) return [];
  const found = new Set<string>();
  JSON.parse(body, (key, value: unknown) => {
    if (/password/i.test(key) && typeof value === "string" && value !== "") found.add(value);
    return value;
  });
  return [...found].sort((a, b) => b.length - a.length);
}

function patternOf(password: string): RegExp {
  const literal = password.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const isShort = password.length < shortest;
  return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal, "gu");
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [clean(key), cleaned(one, clean)]),
  );
}
