import type { Socket } from "node:net";
import type { Answer, Behaviour, RawRequest } from "./hostile.ts";

type Headers = Readonly<Record<string, string | number>>;

export const inJson = { "content-type": "application/json" };
export const html = { "content-type": "text/html" };
export const document = { documentId: "tea1", title: "Tea", locale: "en" };

export const ok = JSON.stringify({ data: document, meta: {} });

/** A whole answer as bytes, with its length unless the headers give one. */
export function message(
  status: number | string,
  body: string | Buffer = "",
  headers: Headers = {},
) {
  const bytes = Buffer.from(body);
  const isMeasured = "content-length" in headers || "transfer-encoding" in headers;
  const all = isMeasured ? headers : { ...headers, "content-length": bytes.length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]);
}

export const does = (answer: Answer): Behaviour => ({ answer });

/** These bytes, and the connection stays open. */
export const sends = (bytes: string | Buffer): Behaviour => does((socket) => socket.write(bytes));

/** These bytes, and the connection is closed. */
export const ends = (bytes: string | Buffer): Behaviour => does((socket) => socket.end(bytes));

export const says = (
  status: number | string,
  body?: string | Buffer,
  headers?: Headers,
): Behaviour => sends(message(status, body, headers));

export const saysJson = (
  status: number | string,
  body: unknown,
  headers: Headers = {},
): Behaviour => says(status, JSON.stringify(body), { ...inJson, ...headers });

/** Sends the same bytes on each new connection and for each request. */
export const atOnce = (act: (socket: Socket) => void): Behaviour => ({ greet: act, answer: act });

/** An answer that repeats a part of the request. */
export const echoes = (answer: (authorization: string, request: RawRequest) => Buffer): Behaviour =>
  does((socket, request) => socket.write(answer(request.headers["authorization"] ?? "", request)));

/** Does something again and again, as long as the connection is open. */
export function again(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds);
  socket.once("close", () => {
    clearInterval(timer);
  });
}

/** Sends the text byte by byte. */
export function trickle(socket: Socket, text: string): void {
  let at = 0;
  again(socket, 5, () => {
    if (at < text.length) socket.write(text.charAt(at));
    at += 1;
  });
}

/** Sends the same bytes without end, as fast as the client reads them. */
export function pour(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}
