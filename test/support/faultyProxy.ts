import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { endToEnd, half, passHalf, passOn } from "./forwarding.ts";
import type { Answered, Asked, Forwarding } from "./forwarding.ts";

/** A fault of a request or of its answer. */
export type Fault =
  /** The connection closes before the service receives the request. */
  | { readonly kind: "request dropped" }
  /** The service receives half of the request. */
  | { readonly kind: "request cut" }
  /** The service receives the request late, even if the client no longer waits for the answer. */
  | { readonly kind: "request delayed"; readonly milliseconds: number }
  /** The service receives the request twice, one after the other. The client gets the second answer. */
  | { readonly kind: "request doubled" }
  /** The service handles the request, and the connection closes without an answer. */
  | { readonly kind: "answer dropped" }
  /** The service handles the request, and the client gets half of the answer. */
  | { readonly kind: "answer cut" }
  /** The service handles the request, and the client gets the answer late. */
  | { readonly kind: "answer delayed"; readonly milliseconds: number }
  /** The service handles the request, and the client gets a gateway's error page instead of the answer. */
  | { readonly kind: "answer replaced"; readonly status: number };

/** A request of the client, with its fault and the service's answers. */
export interface Passage {
  readonly method: string;
  /** The path and the query, as sent. */
  readonly target: string;
  /** The parsed JSON; undefined for an upload or without a body. */
  readonly body: unknown;
  readonly fault: Fault | undefined;
  /** The status of each answer that the service gave to the complete request. */
  readonly statuses: readonly number[];
}

type Recorded = Passage & { readonly statuses: number[] };

type Line = Pick<Passage, "method" | "target" | "body">;

/** A request waits for the choice of its fault. */
type Choose = (line: Line) => Fault | undefined | Promise<Fault | undefined>;

/** A reverse proxy on 127.0.0.1 with faults that a test sets. */
export interface FaultyProxy {
  readonly url: string;
  /** All complete requests of the client, in the order of arrival. */
  readonly passages: readonly Passage[];
  /** Sets the function that chooses the fault of each request. Before the first call, there are no faults. */
  meet(choose: Choose): void;
  /** Resolves when no request is in progress, including delayed ones. */
  untilQuiet(): Promise<void>;
  /** Closes the open connections and frees the port. */
  stop(): Promise<void>;
}

/** Starts a proxy in front of a service. The proxy leaves connections open until the client closes them. */
export async function startFaultyProxy(service: string): Promise<FaultyProxy> {
  const passages: Passage[] = [];
  const underWay = new Set<Promise<void>>();
  const end = new AbortController();
  // Each request in progress listens to this signal.
  setMaxListeners(0, end.signal);
  const forwarding = { service, signal: end.signal };
  let choose: Choose = () => undefined;

  const lead = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedRequest = await receive(request);
    const { method, target } = receivedRequest;
    const line = { method, target, body: parse(receivedRequest) };
    const passage: Recorded = { ...line, fault: await choose(line), statuses: [] };
    passages.push(passage);
    if (!(await bring(receivedRequest, passage, forwarding))) response.socket?.destroy();
    else
      await answer(
        response,
        await passOn(receivedRequest, passage, forwarding),
        passage,
        forwarding,
      );
  };
  const server = createServer((request, response) => {
    // The service or the client closed the connection, or the test has ended.
    const led = lead(request, response).catch(hangUp(response));
    underWay.add(led);
    void led.then(() => underWay.delete(led));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const untilQuiet = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  return {
    url: `http://127.0.0.1:${port}`,
    passages,
    meet: (chooser) => {
      choose = chooser;
    },
    untilQuiet,
    stop: async () => {
      end.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, untilQuiet()]);
    },
  };
}

/** Reads a request. Rejects if it is incomplete. */
async function receive(request: IncomingMessage): Promise<Asked> {
  const { method = "", url: target = "", headers } = request;
  return { method, target, headers, body: await buffer(request) };
}

function parse({ headers, body }: Pick<Asked, "headers" | "body">): unknown {
  const isJson = headers["content-type"]?.includes("json") === true;
  return isJson && body.length > 0 ? JSON.parse(body.toString()) : undefined;
}

/** Applies a fault of the request. Resolves with false if the service doesn't receive the request. */
async function bring(
  receivedRequest: Asked,
  passage: Recorded,
  forwarding: Forwarding,
): Promise<boolean> {
  const { fault } = passage;
  switch (fault?.kind) {
    case "request dropped":
      return false;
    case "request cut":
      await passHalf(receivedRequest, forwarding);
      return false;
    case "request delayed":
      await wait(fault.milliseconds, forwarding);
      return true;
    case "request doubled":
      await passOn(receivedRequest, passage, forwarding);
      return true;
    default:
      return true;
  }
}

/** Applies a fault of the answer. */
async function answer(
  response: ServerResponse,
  answered: Answered,
  { fault }: Passage,
  forwarding: Forwarding,
): Promise<void> {
  switch (fault?.kind) {
    case "answer dropped":
      response.socket?.destroy();
      return;
    case "answer cut":
      give(response, answered, () => response.write(half(answered.body), hangUp(response)));
      return;
    case "answer replaced":
      response.writeHead(fault.status, { "content-type": "text/html" }).end("<h1>Gateway</h1>");
      return;
    case "answer delayed":
      await wait(fault.milliseconds, forwarding);
  }
  give(response, answered, () => response.end(answered.body));
}

const hangUp = (response: ServerResponse) => (): void => {
  response.socket?.destroy();
};

function give(
  response: ServerResponse,
  { status, headers, body }: Answered,
  bodyOf: () => unknown,
): void {
  const length = status === 204 ? {} : { "content-length": String(body.length) };
  response.writeHead(status, { ...endToEnd(headers), ...length });
  bodyOf();
}

const wait = (milliseconds: number, { signal }: Forwarding): Promise<void> =>
  pause(milliseconds, undefined, { signal });
