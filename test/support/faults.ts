import qs from "qs";
import { hangUp, startLoopback } from "./loopback.ts";
import type { Loopback, Received, Reply } from "./loopback.ts";

/** How a project's middlewares and controllers change a request and its answer. */
interface Reshaping {
  readonly query?: (query: Received["query"]) => Received["query"];
  /** Of a write: what the service gets in the place of what was sent. */
  readonly body?: (body: unknown) => unknown;
  readonly answer?: (body: unknown) => unknown;
}

/** A way to a service on which things can be made to go wrong. */
export interface Faults extends Pick<Loopback, "url" | "requests" | "stop"> {
  /** What meets the requests whose `METHOD /path` matches, in place of the service. */
  inject(requests: RegExp, fault: Reply): void;
  /** The service never hears of these parameters of the requests that match, as if it did not know them. */
  withhold(requests: RegExp, parameters: readonly string[]): void;
  /** What a project's own code makes of the requests that match: of their query, of their body, of the JSON of their answer, or both. */
  reshape(requests: RegExp, by: Reshaping): void;
  /** Keeps the requests that match waiting until it is told to let them pass. */
  hold(requests: RegExp): () => void;
  /** From now on everything passes. */
  heal(): void;
}

/** Starts a proxy on 127.0.0.1 that passes everything on until it is told otherwise. */
export async function startFaults(service: string): Promise<Faults> {
  const loopback = await startLoopback();
  const pass = passTo(service);
  const faults: { readonly requests: RegExp; readonly fault: Reply }[] = [];
  loopback.answer((response, request) => {
    const line = `${request.method} ${request.path}`;
    const met = faults.findLast(({ requests }) => requests.test(line));
    (met?.fault ?? pass)(response, request);
  });
  const inject = (requests: RegExp, fault: Reply): void => {
    faults.push({ requests, fault });
  };
  const withhold = (requests: RegExp, parameters: readonly string[]): void => {
    inject(requests, (response, request) => {
      const kept = Object.entries(request.query).filter(([name]) => !parameters.includes(name));
      pass(response, { ...request, query: Object.fromEntries(kept) });
    });
  };
  const reshape = (requests: RegExp, { query, body, answer }: Reshaping): void => {
    const passing = answer ? passTo(service, answer) : pass;
    inject(requests, (response, request) => {
      passing(response, {
        ...request,
        ...(query && { query: query(request.query) }),
        ...(body && { body: body(request.body) }),
      });
    });
  };
  const heal = (): void => {
    faults.length = 0;
  };
  const hold = (requests: RegExp) => {
    const waiting: (() => void)[] = [];
    inject(requests, (response, request) => {
      waiting.push(() => {
        pass(response, request);
      });
    });
    return (): void => {
      heal();
      for (const go of waiting) go();
    };
  };

  const { url, requests } = loopback;
  return { url, requests, stop: () => loopback.stop(), inject, withhold, reshape, hold, heal };
}

const asItIs = (body: unknown): unknown => body;

/** Asks the service the same, and gives its answer; a service that is gone hangs up. */
function passTo(service: string, change = asItIs): Reply {
  return (response, request) => {
    const { method, path, headers, body } = request;
    const query = qs.stringify(request.query, { strictNullHandling: true });
    const { authorization } = headers;
    const asked = fetch(`${service}${path}?${query}`, {
      method,
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = asked.then(async (answer) => {
      const type = answer.headers.get("content-type");
      const text = await answer.text();
      response.writeHead(answer.status, type === null ? {} : { "content-type": type });
      const isChanged = change !== asItIs && type?.includes("json") === true;
      response.end(isChanged ? JSON.stringify(change(JSON.parse(text))) : text);
    });
    answered.catch(() => {
      hangUp(response, request);
    });
  };
}
