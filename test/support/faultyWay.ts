import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { endToEnd, half, passHalf, passOn } from "./onward.ts";
import type { Answered, Asked, Onward } from "./onward.ts";

/** What goes wrong with one request, or with its answer on the way back. */
export type Fault =
  /** The connection closes, and the service never hears of the request. */
  | { readonly kind: "request dropped" }
  /** The service gets half of the request. */
  | { readonly kind: "request cut" }
  /** The service gets it late, also when nobody waits for the answer any more. */
  | { readonly kind: "request delayed"; readonly milliseconds: number }
  /** The service gets it twice, one after the other; the client gets the second answer. */
  | { readonly kind: "request doubled" }
  /** The service has done it, and the connection closes without an answer. */
  | { readonly kind: "answer dropped" }
  /** The service has done it, and the client gets half of the answer. */
  | { readonly kind: "answer cut" }
  /** The service has done it, and the client hears of it late. */
  | { readonly kind: "answer delayed"; readonly milliseconds: number }
  /** The service has done it, and the client gets the page of a gateway that did not wait. */
  | { readonly kind: "answer replaced"; readonly status: number };

/** A request as the client sent it, and what became of it. */
export interface Passage {
  readonly method: string;
  /** Path and query, as on the wire. */
  readonly target: string;
  /** The parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly fault: Fault | undefined;
  /** What the service answered, each time that it got the request whole. */
  readonly statuses: readonly number[];
}

type Recorded = Passage & { readonly statuses: number[] };

type Line = Pick<Passage, "method" | "target" | "body">;

/** A reverse proxy on 127.0.0.1, on which only that goes wrong which the test chooses. */
export interface FaultyWay {
  readonly url: string;
  /** Every request that the client sent to the end, in the order of arrival. */
  readonly passages: readonly Passage[];
  /** Who says, from now on, what meets a request. Nothing does until somebody says so. */
  meet(choose: (line: Line) => Fault | undefined): void;
  /** Resolves when nothing is on its way any more, late requests included. */
  untilQuiet(): Promise<void>;
  /** Breaks what is open and lets go of the port. */
  stop(): Promise<void>;
}

/** Starts the way to a service. What its clients open stays open for as long as they like. */
export async function startFaultyWay(service: string): Promise<FaultyWay> {
  const passages: Passage[] = [];
  const underWay = new Set<Promise<void>>();
  const end = new AbortController();
  // Whatever is under way listens for the end.
  setMaxListeners(0, end.signal);
  const onward = { service, signal: end.signal };
  let choose: (line: Line) => Fault | undefined = () => undefined;

  const lead = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await receive(request);
    const { method, target } = asked;
    const line = { method, target, body: parse(asked.body) };
    const passage: Recorded = { ...line, fault: choose(line), statuses: [] };
    passages.push(passage);
    if (!(await bring(asked, passage, onward))) response.socket?.destroy();
    else await answer(response, await passOn(asked, passage, onward), passage, onward);
  };
  const server = createServer((request, response) => {
    // The service hung up, or the client did, or the test is over.
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

/** Rejects for a request that breaks off: it never arrived here. */
async function receive(request: IncomingMessage): Promise<Asked> {
  const { method = "", url: target = "", headers } = request;
  return { method, target, headers, body: await buffer(request) };
}

function parse(body: Buffer): unknown {
  return body.length === 0 ? undefined : JSON.parse(body.toString());
}

/** What goes wrong on the way there; false for a request that does not get through. */
async function bring(asked: Asked, passage: Recorded, onward: Onward): Promise<boolean> {
  const { fault } = passage;
  switch (fault?.kind) {
    case "request dropped":
      return false;
    case "request cut":
      await passHalf(asked, onward);
      return false;
    case "request delayed":
      await wait(fault.milliseconds, onward);
      return true;
    case "request doubled":
      await passOn(asked, passage, onward);
      return true;
    default:
      return true;
  }
}

/** What goes wrong on the way back. */
async function answer(
  response: ServerResponse,
  answered: Answered,
  { fault }: Passage,
  onward: Onward,
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
      await wait(fault.milliseconds, onward);
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

const wait = (milliseconds: number, { signal }: Onward): Promise<void> =>
  pause(milliseconds, undefined, { signal });
