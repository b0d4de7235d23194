import { ParseError, RequestError, type CmsError } from "../errors.ts";
import { isRecord } from "../recordGuard.ts";
import type { CmsOptions, NetworkOptions } from "../options.ts";
import { fail } from "../result.ts";
import type { Transport, RequestBounds } from "./call.ts";
import type { Channel } from "./channel.ts";
import { exchange, type ExchangeClient } from "./exchange.ts";
import { pause } from "./pause.ts";
import { prepare, type ServiceRoot } from "./preparedRequest.ts";
import { withoutSecrets } from "./secrets.ts";

/**
 * Creates the transport. Throws a TypeError for an invalid option, and nothing else.
 *
 * @param channelKinds The required types of the options that `open` reads.
 */
export function createTransport(
  options: Omit<CmsOptions, keyof NetworkOptions>,
  channelKinds: OptionKinds,
  open: (origin: string, timeoutMs: number) => Channel,
): Transport {
  const kinds = { ...commonKinds, ...channelKinds };
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !Object.hasOwn(kinds, name))
      throw new TypeError(`createCms has no option ${JSON.stringify(name)}.`);
  }
  for (const [name, [isKind, kind]] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined && !isKind(value)) throw new TypeError(`${name} must be ${kind}.`);
  }
  const root = rootOf(options);
  const { token, timeoutMs = 30_000 } = options;
  const channel = open(root.origin, timeoutMs);
  const ownHeaders = Object.entries(options.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  // The caller's headers don't override the client's own.
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(ownHeaders),
    ...(channel.acceptEncoding !== undefined && { "accept-encoding": channel.acceptEncoding }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const closing = new AbortController();
  const client: ExchangeClient = {
    ...{ channel, closing: closing.signal, timeoutMs, token },
    deadlineMs: options.deadlineMs,
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
    openFile: (path) => channel.openFile(path),
    inKeyedQueue: createKeyedQueue(),
    close: () => {
      closing.abort();
      return channel.close();
    },
  };
}

export const isString = (value: unknown): boolean => typeof value === "string";
export const isFunction = (value: unknown): boolean => typeof value === "function";
const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;

/** The required type of each option. Untyped callers can pass any value. */
export type OptionKinds = Readonly<
  Record<string, readonly [isKind: (value: unknown) => boolean, kind: string]>
>;

const commonKinds: OptionKinds = {
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

function rootOf({ baseUrl, apiPrefix }: Pick<CmsOptions, "baseUrl" | "apiPrefix">): ServiceRoot {
  // The system's error would quote an invalid URL with its credentials.
  const { protocol, origin, pathname } = new URL(URL.canParse(baseUrl) ? baseUrl : "none:");
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError("A content service has an http or https URL.");
  }
  const path = (apiPrefix ?? "api").replace(/^\/+|(?<!\/)\/+$/g, "");
  // The segments must need no encoding.
  if (path !== "" && !path.split("/").every((part) => /^(?!\.{1,2}$)[\w~.-]+$/.test(part))) {
    throw new TypeError("apiPrefix must be a path, such as api or v1.");
  }
  const base = pathname.replace(/(?<!\/)\/+$/, "");
  // Without the option, the URL of the content API is accepted as well.
  const service = `${apiPrefix === undefined ? base.replace(/\/api$/, "") : base}/`;
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
  const ending = AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]);
  await Promise.allSettled([Promise.race([previousWork, pause(untilDeadlineMs, ending)])]);
  settled.abort();
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
