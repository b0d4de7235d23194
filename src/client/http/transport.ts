import { setTimeout as pause } from "node:timers/promises";
import { ParseError, RequestError, type CmsError } from "../errors.ts";
import { isRecord } from "../recordGuard.ts";
import type { CmsOptions } from "../options.ts";
import { fail } from "../result.ts";
import { acceptEncoding } from "./answer.ts";
import { longestTimer, type Transport, type RequestBounds } from "./call.ts";
import { exchange, type ExchangeClient } from "./exchange.ts";
import { openNetwork } from "./network.ts";
import { prepare, type ServiceRoot } from "./preparedRequest.ts";
import { withoutSecrets } from "./secrets.ts";

/** Creates the transport. Throws a TypeError for an invalid option, and nothing else. */
export function createTransport(options: CmsOptions): Transport {
  for (const [name, [isKind, kind]] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined && !isKind(value)) throw new TypeError(`${name} must be ${kind}.`);
  }
  const root = rootOf(options);
  const { token, timeoutMs = 30_000 } = options;
  const network = openNetwork(root.origin, options, timeoutMs);
  const ownHeaders = Object.entries(options.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  // The caller's headers don't override the client's own.
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(ownHeaders),
    "accept-encoding": acceptEncoding,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const closing = new AbortController();
  const client: ExchangeClient = {
    ...{ network, closing: closing.signal, timeoutMs, token },
    deadlineMs: options.deadlineMs ?? 60_000,
    retries: options.retries ?? 2,
    maxResponseBytes: options.maxResponseBytes ?? 2 ** 28,
    isWriteAllowed: options.isWriteAllowed,
    log: options.log,
  };

  return {
    request: async (request) => {
      const outgoing = prepare(request, root, headers);
      if (outgoing instanceof RequestError) return fail(outgoing);
      try {
        const result = await exchange(outgoing, request, client);
        return result[0] ? fail(withoutPasswords(result[0], outgoing.body)) : result;
      } catch (cause) {
        // A safeguard: no known error leads here. An unknown one must not end a program that reads
        // a page ahead.
        const { method, origin, target } = outgoing;
        const call = { method, url: origin + target, attempts: 1, elapsedMs: 0 };
        return fail(new ParseError("The response can't be understood.", { call, cause }));
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

const isString = (value: unknown): boolean => typeof value === "string";
const isFunction = (value: unknown): boolean => typeof value === "function";
const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;

/** The required type of each option. Untyped callers can pass any value. */
const kinds: Readonly<
  Record<string, readonly [isKind: (value: unknown) => boolean, kind: string]>
> = {
  baseUrl: [isString, "a string"],
  apiPrefix: [isString, "a string"],
  token: [isString, "a string"],
  timeoutMs: [isAmount, "a number, not below 0"],
  deadlineMs: [isAmount, "a number, not below 0"],
  retries: [isAmount, "a number, not below 0"],
  maxResponseBytes: [isAmount, "a number, not below 0"],
  headers: [(value) => isRecord(value) && Object.values(value).every(isString), "strings by name"],
  isWriteAllowed: [isFunction, "a function"],
  log: [isFunction, "a function"],
};

function rootOf({ baseUrl, apiPrefix = "api" }: CmsOptions): ServiceRoot {
  // The system's error would quote an invalid URL with its credentials.
  const { protocol, origin, pathname } = new URL(URL.canParse(baseUrl) ? baseUrl : "none:");
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError("A content service has an http or https URL.");
  }
  const path = apiPrefix.replace(/^\/+|(?<!\/)\/+$/g, "");
  // The segments must need no encoding.
  if (path !== "" && !path.split("/").every((part) => /^(?!\.{1,2}$)[\w~.-]+$/.test(part))) {
    throw new TypeError("apiPrefix must be a path, such as api or v1.");
  }
  const service = `${pathname.replace(/(?<!\/)\/+$/, "")}/`;
  return { origin, service, prefix: path === "" ? service : `${service}${path}/` };
}

/** Runs work with the same key in turn. Cancelled or overdue work doesn't wait. */
function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, bounds: RequestBounds, work: () => Promise<T>): Promise<T> => {
    const previousWork = last.get(key);
    const turn = previousWork ? settledOrOver(previousWork, bounds).then(work) : work();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

async function settledOrOver(previousWork: Promise<unknown>, bounds: RequestBounds): Promise<void> {
  const { signal, deadlineAt = Infinity } = bounds;
  const settled = new AbortController();
  // Timers count whole milliseconds and can fire one early. The work must run after its deadline,
  // so that it sends nothing.
  const untilDeadlineMs = Math.max(0, Math.ceil(deadlineAt - performance.now()) + 1);
  const remainingMs = Math.min(untilDeadlineMs, longestTimer);
  const deadlinePause = pause(remainingMs, undefined, {
    signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]),
  });
  await Promise.allSettled([Promise.race([previousWork, deadlinePause])]);
  settled.abort();
  await Promise.allSettled([deadlinePause]);
}

/** Removes the passwords of the request from an error: the service can repeat a rejected value. */
function withoutPasswords(error: CmsError, body: unknown): CmsError {
  if (typeof body !== "string" || !/password/i.test(body)) return error;
  const passwords: string[] = [];
  JSON.parse(body, (key, value: unknown) => {
    if (/password/i.test(key) && typeof value === "string") passwords.push(value);
    return value;
  });
  const { message, details } = error;
  const issues = error.name === "ValidationError" && { issues: error.issues };
  return Object.assign(
    error,
    withoutSecrets({ message, details, ...issues }, passwords, "[password]"),
  );
}
