import { request as send } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The service that the proxy forwards requests to, until the test ends. */
export interface Forwarding {
  readonly service: string;
  readonly signal: AbortSignal;
}

/** Resolves with the service's complete answer. */
export function passOn(
  { method, target, headers, body }: Asked,
  { statuses }: { readonly statuses: number[] },
  { service, signal }: Forwarding,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: endToEnd(headers), signal, agent: false };
    const request = send(new URL(target, service), options, (arriving) => {
      const { statusCode: status = 0, headers: answered } = arriving;
      buffer(arriving).then((whole) => {
        statuses.push(status);
        resolve({ status, headers: answered, body: whole });
      }, reject);
    });
    request.once("error", reject).end(body);
  });
}

/** Sends half of the body and closes the connection. Without a body, sends half of the headers. */
export function passHalf(
  { method, target, headers, body }: Asked,
  { service, signal }: Forwarding,
): Promise<void> {
  const { hostname, port } = new URL(service);
  const lines = Object.entries(endToEnd(headers)).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const beginning = body.length > 0 ? Buffer.concat([head, half(body)]) : half(head);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), signal }, () => {
      socket.write(beginning, () => socket.destroy());
    });
    socket.once("error", () => undefined).once("close", () => resolve());
  });
}

export const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.ceil(bytes.length / 2));

/** The headers without those that apply only to one connection. */
export const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.test(name)));

const hopByHop = /^(connection|keep-alive|transfer-encoding)$/;
