import { ClientRequest, createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Certificate } from "./certificates.ts";

interface ProxyOptions {
  /** `name:password`. The proxy answers 407 to a request without them. */
  readonly credentials?: string;
  /** The certificate, if clients connect to the proxy over TLS. */
  readonly certificate?: Certificate;
}

/** A request to the proxy itself. Requests inside a tunnel are not included. */
interface Asked {
  /** CONNECT for a tunnel. */
  readonly method: string;
  /** `host:port` for a tunnel, otherwise the whole URL. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Proxy {
  /** The URL without credentials. */
  readonly url: string;
  readonly requests: readonly Asked[];
  /** From now on, the proxy answers every request with this status and forwards none. */
  refuse(status: number): void;
  /** From now on, the proxy closes the connection of every request without an answer. */
  hangUp(): void;
  /** Closes the open connections, including tunnels, and frees the port. */
  stop(): Promise<void>;
}

type Fault = number | "hangs up";

/** Starts a forward proxy on 127.0.0.1. It supports CONNECT tunnels and requests with whole URLs. */
export async function startProxy({ credentials, certificate }: ProxyOptions = {}): Promise<Proxy> {
  const requests: Asked[] = [];
  const open = new Set<Duplex>();
  let fault: Fault | undefined;
  const faultOf = ({ headers }: IncomingMessage): Fault | undefined =>
    fault ?? (isAllowed(headers, credentials) ? undefined : 407);

  const server = certificate ? createSecureServer(certificate) : createServer();
  server.on("connection", keep);
  server.on("tlsClientError", () => undefined);
  server.on("request", (request, response) => {
    note(request);
    const met = faultOf(request);
    if (met === undefined) passOn(request, response);
    else if (met === "hangs up") request.socket.destroy();
    else response.writeHead(met, challenge(met)).end();
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    note(request);
    keep(socket);
    const met = faultOf(request);
    if (met === undefined) keep(tunnel(request.url ?? "", socket, head));
    else if (met === "hangs up") socket.destroy();
    else socket.end(`HTTP/1.1 ${met} No\r\n${headerLines(challenge(met))}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  function note({ method = "", url = "", headers }: IncomingMessage): void {
    requests.push({ method, target: url, headers });
  }

  function keep(socket: Duplex): void {
    if (open.has(socket)) return;
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
  }

  return {
    url: `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
    requests,
    refuse: (status) => {
      fault = status;
    },
    hangUp: () => {
      fault = "hangs up";
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Connects a client to the requested host. Closes both connections together. */
function tunnel(target: string, client: Duplex, head: Buffer): Socket {
  const { hostname, port } = new URL(`http://${target}`);
  const targetSocket = connect(Number(port || 80), hostname, () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    targetSocket.write(head);
    targetSocket.pipe(client).pipe(targetSocket);
  });
  targetSocket.once("close", () => client.destroy());
  targetSocket.on("error", () => client.end("HTTP/1.1 502 Unreachable\r\n\r\n"));
  client.once("close", () => targetSocket.destroy());
  return targetSocket;
}

/** Forwards a request to the service without the headers for the proxy. */
function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { method = "", url = "", headers } = request;
  const passed = Object.entries(headers).filter(([name]) => !name.startsWith("proxy-"));
  const { hostname, port, pathname, search } = new URL(url);
  const requestOptions = { hostname, port, path: pathname + search, method };
  // Inside VS Code, request() would use the proxy of the settings, which is this proxy.
  const forwardedRequest = new ClientRequest(
    { ...requestOptions, headers: Object.fromEntries(passed) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  forwardedRequest.on("error", () => response.writeHead(502).end());
  request.pipe(forwardedRequest);
}

function isAllowed(headers: IncomingHttpHeaders, credentials: string | undefined): boolean {
  if (credentials === undefined) return true;
  return headers["proxy-authorization"] === `Basic ${Buffer.from(credentials).toString("base64")}`;
}

const challenge = (status: number): Record<string, string> => ({
  "content-length": "0",
  ...(status === 407 && { "proxy-authenticate": 'Basic realm="loopback"' }),
});

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
