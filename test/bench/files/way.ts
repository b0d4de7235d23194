import { createServer, request as send } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request that the service got, with the times of `performance.now()`. */
export interface Passage {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** When its head was there. */
  readonly arrived: number;
  /** When the answer was on its way back. */
  readonly answered: number;
}

/** A reverse proxy on 127.0.0.1 that counts, and changes answers only where it is told to. */
export interface Way {
  readonly url: string;
  readonly passages: readonly Passage[];
  /** Keeps the answers to these paths until it is told to let them go. */
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

/** Starts the way to a service. `change` sees the body of every answer. */
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
        server.close(() => {
          resolve();
        });
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
      buffer(arriving).then((body) => {
        resolve({ status, headers, body });
      }, reject);
    });
    request.once("error", reject).end(body);
  });
}

/** Without what is agreed on between two neighbours on the way. */
const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name),
    ),
  );
