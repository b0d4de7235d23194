import { createServer, request as send } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request to the service, with times in milliseconds from `performance.now()`. */
export interface Passage {
  readonly method: string;
  /** The path and the query. */
  readonly path: string;
  /** When the proxy received the headers. */
  readonly arrived: number;
  /** When the proxy sent the answer. */
  readonly answered: number;
}

/** A reverse proxy on 127.0.0.1 that records requests. It can change and delay answers. */
export interface Way {
  readonly url: string;
  readonly passages: readonly Passage[];
  /** Delays the answers to these paths until the returned function is called. */
  hold(isHeld: (path: string) => boolean): () => void;
  stop(): Promise<void>;
}

interface Holding {
  readonly isHeld: (path: string) => boolean;
  readonly until: Promise<void>;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a proxy in front of a service. `change` can replace the body of every answer. */
export async function startWay(service: string, change: (body: Buffer) => Buffer): Promise<Way> {
  const passages: Passage[] = [];
  let holding: Holding | undefined;
  const lead = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrived = performance.now();
    const { method = "", url: path = "" } = request;
    const { status, headers, body } = await passOn(service, request, await buffer(request));
    const changed = change(body);
    if (holding?.isHeld(path)) await holding.until;
    response.writeHead(status, { ...endToEnd(headers), "content-length": changed.length });
    response.end(changed);
    passages.push({ method, path, arrived, answered: performance.now() });
  };
  const server = createServer((request, response) => {
    lead(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passages,
    hold: (isHeld) => {
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => (release = resolve));
      holding = { isHeld, until };
      return () => {
        holding = undefined;
        release();
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(
  service: string,
  { method = "", url = "", headers }: IncomingMessage,
  body: Buffer,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: endToEnd(headers) };
    const request = send(new URL(url, service), options, (arriving) => {
      const { statusCode: status = 0, headers } = arriving;
      buffer(arriving).then((body) => resolve({ status, headers, body }), reject);
    });
    request.once("error", reject).end(body);
  });
}

/** The headers without those that apply only to one connection. */
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name),
    ),
  );
