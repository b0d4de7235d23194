import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import qs from "qs";

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query as the service's own parser reads it. Every value is a string, null or undefined. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON, or undefined without a body. */
  readonly body: unknown;
}

/** Handles a request, correctly or not. */
export type Reply = (response: ServerResponse, received: Received) => void;

export interface Loopback {
  readonly url: string;
  readonly requests: readonly Received[];
  /** Sets the replies to the next requests, in order. The last one repeats. */
  answer(...replies: readonly [Reply, ...Reply[]]): void;
  /** Closes the open connections and frees the port. */
  stop(): Promise<void>;
}

/** Starts a server on 127.0.0.1. It answers 501 until it has replies. */
export async function startLoopback(): Promise<Loopback> {
  const requests: Received[] = [];
  let replies: readonly Reply[] = [json("No answer was prepared.", 501)];
  const server = createServer((request, response) => {
    const arrived = (received: Received): void => {
      requests.push(received);
      const [reply, ...later] = replies;
      if (later.length > 0) replies = later;
      reply?.(response, received);
    };
    // A request that ends early doesn't count as received.
    receive(request).then(arrived, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (...next) => {
      replies = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(request: IncomingMessage): Promise<Received> {
  const { method = "", url = "", headers } = request;
  const [path = "", query = ""] = url.split("?");
  const body = await readText(request);
  return {
    method,
    path,
    query: qs.parse(query, { strictNullHandling: true, arrayLimit: 100, depth: 20 }),
    headers,
    body: body === "" ? undefined : JSON.parse(body),
  };
}

type Headers = Readonly<Record<string, string>>;

export const json = (body: unknown, status = 200, headers: Headers = {}): Reply =>
  written(JSON.stringify(body), status, { "content-type": "application/json", ...headers });

/** Answers a list with all rows on one page, and what comes after them with none. */
export const onePage =
  (rows: readonly object[]): Reply =>
  (response, received) => {
    const isFirst = !/"\$gte?":/.test(JSON.stringify(received.query));
    const total = rows.length;
    const pagination = { page: 1, pageSize: total, pageCount: 1, total };
    json({ data: isFirst ? rows : [], meta: { pagination } })(response, received);
  };

export const html = (body: string, status = 200): Reply =>
  written(body, status, { "content-type": "text/html" });

export const empty = (status = 204): Reply => written(undefined, status, {});

export const redirect = (location: string, status = 302): Reply =>
  written(undefined, status, { location });

/** An error in the service's format. */
export const refusal = (
  status: number,
  name: string,
  message: string,
  details: unknown = {},
): Reply => json({ data: null, error: { status, name, message, details } }, status);

/** Announces a long body, sends its beginning and closes the connection. */
export const cutBody: Reply = (response) => beginBody(response, () => response.socket?.destroy());

/** Announces a long body and sends only its beginning. */
export const stalledBody: Reply = (response) => beginBody(response);

/** Closes the connection without an answer, as a service does after the connection was idle too long. */
export const hangUp: Reply = (response) => {
  response.socket?.destroy();
};

/** Resets the connection without an answer. */
export const reset: Reply = (response) => {
  response.socket?.resetAndDestroy();
};

/** Never answers. */
export const silence: Reply = () => undefined;

function written(body: string | undefined, status: number, headers: Headers): Reply {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

function beginBody(response: ServerResponse, then?: () => void): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"data":[', then);
}
