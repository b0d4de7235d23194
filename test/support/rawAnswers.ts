import type { Socket } from "node:net";
import type { Answer, Behaviour, RawRequest } from "./hostile.ts";

type Headers = Readonly<Record<string, string | number>>;

export const inJson = { "content-type": "application/json" };
export const html = { "content-type": "text/html" };
export const document = { documentId: "tea1", title: "Tea", locale: "en" };

export const ok = JSON.stringify({ data: document, meta: {} });

/** The bytes of a complete answer. Adds its length unless the headers contain one. */
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

/** Sends these bytes and leaves the connection open. */
export const sends = (bytes: string | Buffer): Behaviour => does((socket) => socket.write(bytes));

/** Sends these bytes and closes the connection. */
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

/** Does the same for each new connection and for each request. */
export const atOnce = (act: (socket: Socket) => void): Behaviour => ({ greet: act, answer: act });

/** Answers with a part of the request. */
export const echoes = (answer: (authorization: string, request: RawRequest) => Buffer): Behaviour =>
  does((socket, request) => socket.write(answer(request.headers["authorization"] ?? "", request)));

/** Repeats an action at this interval until the connection closes. */
export function again(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds);
  socket.once("close", () => clearInterval(timer));
}

/** Sends the text one byte at a time. */
export function trickle(socket: Socket, text: string): void {
  let at = 0;
  again(socket, 5, () => {
    if (at < text.length) socket.write(text.charAt(at));
    at += 1;
  });
}

/** Sends the same bytes forever, as fast as the client reads them. */
export function pour(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}
