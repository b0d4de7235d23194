import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** A request that is parsed without Node's HTTP parser. */
export interface RawRequest {
  readonly method: string;
  /** The path and the query, as sent. */
  readonly target: string;
  /** The names are in lower case. A repeated name has its last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Handles one request on one connection. */
export type Answer = (socket: Socket, request: RawRequest) => void;

export interface Behaviour {
  /** Handles a new connection before it has a request. */
  readonly greet?: (socket: Socket) => void;
  readonly answer: Answer;
}

/** The target of redirects. It must not receive a request. */
interface Elsewhere {
  readonly url: string;
  /** All bytes that each connection received. */
  readonly visits: readonly string[];
}

export interface Hostile {
  readonly url: string;
  readonly elsewhere: Elsewhere;
  /** Each request that the server read completely. */
  readonly requests: readonly RawRequest[];
  readonly connections: { readonly open: number; readonly opened: number };
  /**
   * Sets the behaviors for the next requests, in order. The last one repeats. The first one also handles new
   * connections.
   */
  behave(...behaviours: readonly [Behaviour, ...Behaviour[]]): void;
  /** Resolves with 0 when every connection is closed, or after this time with the number of open ones. */
  openAfter(milliseconds: number): Promise<number>;
  /** Closes the open connections and frees the ports. */
  stop(): Promise<void>;
}

/** Starts a server on a port of 127.0.0.1, by default a free one. Its behaviors implement HTTP, or break it. */
export async function startHostile(port = 0): Promise<Hostile> {
  const requests: RawRequest[] = [];
  let turns: readonly Behaviour[] = [];
  const listener = await listen(port, (socket) => {
    turns[0]?.greet?.(socket);
    readRequests(socket, (request) => {
      requests.push(request);
      const [behaviour, ...later] = turns;
      if (later.length > 0) turns = later;
      behaviour?.answer(socket, request);
    });
  });
  const visits: string[] = [];
  const elsewhere = await listen(0, (socket) => {
    const at = visits.push("") - 1;
    socket.on("data", (bytes) => {
      visits[at] = `${visits[at] ?? ""}${bytes.toString("latin1")}`;
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
    });
  });

  return {
    url: listener.url,
    elsewhere: { url: elsewhere.url, visits },
    requests,
    connections: listener.connections,
    behave: (...behaviours) => {
      turns = behaviours;
    },
    openAfter: (milliseconds) => listener.openAfter(milliseconds),
    stop: async () => {
      await Promise.all([listener.stop(), elsewhere.stop()]);
    },
  };
}

async function listen(requestedPort: number, meet: (socket: Socket) => void) {
  const open = new Set<Socket>();
  let opened = 0;
  let closed = (): void => undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    opened += 1;
    socket.on("error", () => undefined);
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) closed();
    });
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(requestedPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    connections: {
      get open() {
        return open.size;
      },
      get opened() {
        return opened;
      },
    },
    openAfter: (milliseconds: number) =>
      new Promise<number>((resolve) => {
        if (open.size === 0) {
          resolve(0);
          return;
        }
        const timer = setTimeout(() => resolve(open.size), milliseconds);
        closed = () => {
          clearTimeout(timer);
          resolve(0);
        };
      }),
    stop: () => stop(server, open),
  };
}

const stop = (server: Server, open: ReadonlySet<Socket>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of open) socket.destroy();
  });

/** Calls back for each complete request of a connection. */
function readRequests(socket: Socket, arrived: (request: RawRequest) => void): void {
  let pending = "";
  socket.on("data", (bytes) => {
    pending += bytes.toString("latin1");
    for (let message = take(pending); message; message = take(pending)) {
      pending = message.remainder;
      arrived(message.request);
    }
  });
}

function take(text: string): { request: RawRequest; remainder: string } | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const bodyStart = headEnd + 4;
  const end = bodyStart + Number(headers["content-length"] ?? 0);
  if (text.length < end) return undefined;
  const body = Buffer.from(text.slice(bodyStart, end), "latin1").toString("utf8");
  return { request: { method, target, headers, body }, remainder: text.slice(end) };
}
