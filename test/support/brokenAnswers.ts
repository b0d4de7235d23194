import type { Behaviour } from "./hostile.ts";
import { polite } from "./polite.ts";
import { atOnce, does, ends, inJson, message, ok, pour, says, sends } from "./rawAnswers.ts";

export const wrongLengths: Readonly<Record<string, Behaviour>> = {
  "a truncated body": ends(message(200, '{"data":[', { "content-length": 1000 })),
  "a body truncated by a reset": does((socket) => {
    socket.write(message(200, '{"data":[', { "content-length": 1000 }), () => {
      socket.resetAndDestroy();
    });
  }),
  "truncated chunks": ends(message(200, '5\r\n{"dat\r\n', { "transfer-encoding": "chunked" })),
  "a chunk without a size": ends(message(200, "x\r\n{}\r\n", { "transfer-encoding": "chunked" })),
  "a body until the connection ends": ends(`HTTP/1.1 200 OK\r\n\r\n${ok}`),
  "a body longer than its content-length": says(200, `${ok}   {"more":1}`, {
    "content-length": ok.length,
  }),
  "a body one byte longer than told": says(200, `${ok} `, { "content-length": ok.length }),
  "two content-length headers": sends(
    `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} `,
  ),
  "a content-length that is no number": says(200, ok, { "content-length": "many" }),
  "a negative content-length": says(200, ok, { "content-length": "-1" }),
  "a content-length beyond all numbers": ends(
    message(200, ok, { "content-length": "9".repeat(30) }),
  ),
  "a content-length and chunks": ends(
    message(200, "2\r\n{}\r\n0\r\n\r\n", { "content-length": 4, "transfer-encoding": "chunked" }),
  ),
  "a body without an end": does((socket) => {
    socket.write(message(200, "", { "transfer-encoding": "chunked" }));
    pour(socket, Buffer.from(`10000\r\n${" ".repeat(65_536)}\r\n`));
  }),
  "an error without an end": does((socket) => {
    socket.write(message(500, "", { "content-length": 1e12 }));
    pour(socket, Buffer.alloc(65_536, "x"));
  }),
  "a second answer to one request": sends(Buffer.concat([message(200, ok), message(200, ok)])),
};

export const breaks: Readonly<Record<string, Behaviour>> = {
  "a reset of each connection": atOnce((socket) => socket.resetAndDestroy()),
  "a hang-up on each connection": atOnce((socket) => socket.destroy()),
  "an end of each connection": atOnce((socket) => socket.end()),
  "a reset": does((socket) => socket.resetAndDestroy()),
  "a hang-up before the headers": does((socket) => socket.destroy()),
  "a hang-up within the headers": ends("HTTP/1.1 200 OK\r\ncontent-le"),
  "a hang-up after the headers": ends("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"),
  "an answer, then a closed connection": does((socket, request) => {
    polite.answer(socket, request);
    setImmediate(() => socket.destroy());
  }),
  "an answer, then a connection reset": does((socket, request) => {
    polite.answer(socket, request);
    setImmediate(() => socket.resetAndDestroy());
  }),
};

export const noHttp: Readonly<Record<string, Behaviour>> = {
  "an SSH banner": atOnce((socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n")),
  "a TLS alert": atOnce((socket) => socket.write(Buffer.from([21, 3, 1, 0, 2, 2, 70]))),
  "an HTTP/2 preface": ends("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "random bytes": ends(Buffer.from(Array.from({ length: 999 }, (_, at) => at % 251))),
  "HTTP/0.9": ends("<html>Hello</html>"),
  "HTTP/9.9": ends("HTTP/9.9 200 OK\r\n\r\n"),
  "a status that is a word": ends("HTTP/1.1 fine\r\n\r\n"),
  "a status of two digits": ends("HTTP/1.1 99 Low\r\ncontent-length: 0\r\n\r\n"),
  "a status of four digits": ends("HTTP/1.1 2000 High\r\ncontent-length: 0\r\n\r\n"),
  "a header without a colon": ends("HTTP/1.1 200 OK\r\nnothing\r\ncontent-length: 0\r\n\r\n"),
  "a header with a NUL": ends(`HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n${ok}`),
  "a header with bytes of no letters": ends(
    Buffer.from(`HTTP/1.1 200 \xff\r\nx: \x80\xff\r\ncontent-length: 2\r\n\r\n{}`, "latin1"),
  ),
  "a header with a space before its colon": ends("HTTP/1.1 200 OK\r\ncontent-length : 2\r\n\r\n{}"),
  "a folded header": ends("HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 2\r\n\r\n{}"),
  "headers without an end": does((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    pour(socket, Buffer.from(`x: ${"y".repeat(1000)}\r\n`));
  }),
  "ten thousand headers": ends(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(10_000)}\r\n`),
  "a header of 100 kB": ends(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`),
  "headers named like members of Object": says(200, ok, { __proto__: "x", constructor: "y" }),
  "two encodings": sends(
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-encoding: br\r\ncontent-length: 2\r\n\r\n{}",
  ),
};

export const early = "HTTP/1.1 102 Processing\r\n\r\n";
export const informational: Readonly<Record<string, Behaviour>> = {
  "a 100 before the answer": sends(
    Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), message(200, ok, inJson)]),
  ),
  "a hundred times 102 before the answer": sends(
    Buffer.concat([Buffer.from(early.repeat(100)), message(200, ok, inJson)]),
  ),
  "a 102 and no answer": ends(early),
  "a 101": sends("HTTP/1.1 101 Switching Protocols\r\nupgrade: tea\r\nconnection: upgrade\r\n\r\n"),
  "a 101 without an upgrade": ends("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
  "a 199": ends("HTTP/1.1 199 Odd\r\n\r\n"),
};
