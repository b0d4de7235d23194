import { Agent, request as send } from "undici";
import type { LogEntry, Request, Transport } from "./call.ts";
import { RequestError } from "./errors.ts";
import { exchange } from "./exchange.ts";
import type { Outgoing, Wire } from "./exchange.ts";
import { toQuery, vanishing } from "./query.ts";
import { fail } from "./result.ts";

export interface TransportOptions {
  /** Where the service is, such as `https://cms.example.com`; a path prefix before `/api` is kept. */
  readonly baseUrl: string;
  readonly token?: string;
  /** Longest wait for one whole answer, in milliseconds; 30,000 unless given. */
  readonly timeoutMs?: number;
  /** Called after each request. */
  readonly log?: (entry: LogEntry) => void;
}

/** Throws a TypeError when `baseUrl` is no http(s) URL: the one thing that does. */
export function createTransport(options: TransportOptions): Transport {
  const { token, timeoutMs = 30_000, log } = options;
  const root = rootOf(options.baseUrl);
  const agent = new Agent({ connect: { timeout: timeoutMs } });
  const wire: Wire = async ({ method, url, headers, body }, caller) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = caller ? AbortSignal.any([caller, timeout]) : timeout;
    const answer = await send(url, { method, headers, body, signal, dispatcher: agent });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

  return {
    request: async (request) => {
      const outgoing = prepare(request, root, token);
      if (outgoing instanceof RequestError) return fail(outgoing);
      return exchange(outgoing, wire, { ...request, ...(log && { log }) });
    },
    close: () => agent.destroy(),
  };
}

function rootOf(baseUrl: string): string {
  // A URL that can't be read would be quoted by the system's own error, with its credentials.
  const { protocol, origin, pathname } = new URL(URL.canParse(baseUrl) ? baseUrl : "none:");
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError("A content service has an http or https URL.");
  }
  return `${origin}${pathname.replace(/\/+$/, "")}/api/`;
}

/** The request as it goes on the wire, or why it must not. */
function prepare(request: Request, root: string, token?: string): Outgoing | RequestError {
  const { method, query = {} } = request;
  const call = { method, url: root + request.path.join("/"), attempts: 0, elapsedMs: 0 };
  const authorization = token && { authorization: `Bearer ${token}` };
  try {
    const path = request.path.map(encodeURIComponent).join("/");
    const search = toQuery(query);
    const { contentType, body } = written(request.body);
    const refused = refusal(request);
    if (refused) return new RequestError(refused, { call });
    const headers = { ...authorization, ...contentType };
    return { method, path, url: root + path + (search && `?${search}`), headers, body };
  } catch (cause) {
    return new RequestError(`The request can't be written: ${String(cause)}`, { call, cause });
  }
}

const written = (body: unknown) =>
  body === undefined
    ? { body: null }
    : { body: JSON.stringify(body), contentType: { "content-type": "application/json" } };

function refusal({ path, query }: Request): string | undefined {
  // An empty or dotted segment would reach another route than the one meant.
  if (path.some((segment) => ["", ".", ".."].includes(segment))) {
    return "An id can't be empty, '.' or '..'.";
  }
  if (!query || !("filters" in query) || query.filters === undefined) return undefined;
  const lost = vanishing(query.filters ?? {});
  if (lost === undefined) return undefined;
  return `The filter at ${lost} is empty or a list of more than 100, so it would match everything.`;
}
