import qs from "qs";
import { hangUp, startLoopback } from "./loopback.ts";
import type { Loopback, Received, Reply } from "./loopback.ts";

/** Functions that change a request and its answer, as the middlewares and controllers of a project can. */
interface Reshaping {
  readonly query?: (query: Received["query"]) => Received["query"];
  /** Returns the body that the service gets instead of the original one. Applies to writes. */
  readonly body?: (body: unknown) => unknown;
  readonly answer?: (body: unknown) => unknown;
}

/** A proxy in front of a service, with faults that a test sets. */
export interface Faults extends Pick<Loopback, "url" | "requests" | "stop"> {
  /** Answers the requests whose `METHOD /path` matches. The service doesn't receive them. */
  inject(requests: RegExp, fault: Reply): void;
  /** Removes these parameters from matching requests, as if the service didn't support them. */
  withhold(requests: RegExp, parameters: readonly string[]): void;
  /** Changes the query or the body of matching requests, or the JSON of their answers, as a project's own code can. */
  reshape(requests: RegExp, by: Reshaping): void;
  /** Delays matching requests until the returned function is called. */
  hold(requests: RegExp): () => void;
  /** Removes all faults. */
  heal(): void;
}

/** Starts a proxy on 127.0.0.1. It forwards all requests until a test sets a fault. */
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
      const passedEntries = Object.entries(request.query).filter(
        ([name]) => !parameters.includes(name),
      );
      pass(response, { ...request, query: Object.fromEntries(passedEntries) });
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
      waiting.push(() => pass(response, request));
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

/** Forwards the request and its answer. Closes the connection if the service is unreachable. */
function passTo(service: string, change = asItIs): Reply {
  return (response, request) => {
    const { method, path, headers, body } = request;
    const query = qs.stringify(request.query, { strictNullHandling: true });
    const { authorization } = headers;
    const pendingReply = fetch(`${service}${path}?${query}`, {
      method,
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = pendingReply.then(async (answer) => {
      const type = answer.headers.get("content-type");
      const text = await answer.text();
      response.writeHead(answer.status, type === null ? {} : { "content-type": type });
      const isChanged = change !== asItIs && type?.includes("json") === true;
      response.end(isChanged ? JSON.stringify(change(JSON.parse(text))) : text);
    });
    answered.catch(() => hangUp(response, request));
  };
}
