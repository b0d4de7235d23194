import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Answer, Behaviour, RawRequest } from "./hostile.ts";

type Headers = Readonly<Record<string, string | number>>;

const inJson = { "content-type": "application/json" };
const document = { documentId: "tea1", title: "Tea", locale: "en" };
const user = { id: 1, username: "ada", email: "ada@example.com", confirmed: true, blocked: false };
const file = { id: 1, documentId: "tea1", name: "tea.png", mime: "image/png", url: "/tea.png" };
const ok = JSON.stringify({ data: document, meta: {} });

/** A whole answer as bytes; its length is told unless the headers say how long it is. */
function message(status: number | string, body: string | Buffer = "", headers: Headers = {}) {
  const bytes = Buffer.from(body);
  const isMeasured = "content-length" in headers || "transfer-encoding" in headers;
  const all = isMeasured ? headers : { ...headers, "content-length": bytes.length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]);
}

const does = (answer: Answer): Behaviour => ({ answer });

/** These bytes, and the connection stays open. */
const sends = (bytes: string | Buffer): Behaviour => does((socket) => socket.write(bytes));

/** These bytes, and the connection is closed. */
const ends = (bytes: string | Buffer): Behaviour => does((socket) => socket.end(bytes));

const says = (status: number | string, body?: string | Buffer, headers?: Headers): Behaviour =>
  sends(message(status, body, headers));

const saysJson = (status: number | string, body: unknown, headers: Headers = {}): Behaviour =>
  says(status, JSON.stringify(body), { ...inJson, ...headers });

/** The same before anything was asked, and to whoever asks on a connection that is there already. */
const atOnce = (act: (socket: Socket) => void): Behaviour => ({ greet: act, answer: act });

/** An answer to one request, with something of that request in it. */
const echoes = (answer: (authorization: string, request: RawRequest) => Buffer): Behaviour =>
  does((socket, request) => socket.write(answer(request.headers["authorization"] ?? "", request)));

/** Does something again and again, as long as the connection is open. */
function again(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds);
  socket.once("close", () => {
    clearInterval(timer);
  });
}

/** Sends the text byte by byte. */
function trickle(socket: Socket, text: string): void {
  let at = 0;
  again(socket, 5, () => {
    if (at < text.length) socket.write(text.charAt(at));
    at += 1;
  });
}

/** Sends the same bytes as fast as they are taken, without an end. */
function pour(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}

/** What comes without an envelope, by the end of its route. */
const bare = new Map<string, unknown>([
  ["users", [user]],
  ["count", 12],
  ["upload", [file]],
  ["files", [file]],
]);

/** What this kind of service answers on each of its routes. */
export const polite = does((socket, { method, target }) => {
  const [path = ""] = target.split("?");
  const pagination = { page: 1, pageSize: 25, pageCount: 1, total: 1 };
  const plain = bare.get(path.split("/").at(-1) ?? "");
  if (plain !== undefined) socket.write(message(200, JSON.stringify(plain), inJson));
  else if (/\/users\/[^/]*$/.test(path)) socket.write(message(200, JSON.stringify(user), inJson));
  else if (method === "DELETE") socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  else if (method === "GET" && /\/(articles|locales|components|content-types)$/.test(path)) {
    const list = { data: [document], meta: { pagination } };
    socket.write(message(200, JSON.stringify(list), inJson));
  } else socket.write(message(200, ok, inJson));
});

const strangeBodies: Readonly<Record<string, Behaviour>> = {
  "no body": says(200),
  "a 204": sends("HTTP/1.1 204 No Content\r\n\r\n"),
  "a 204 that has a body": sends(`HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}`),
  "a 205": says(205),
  null: says(200, "null", inJson),
  "a number": says(200, "1e400", inJson),
  "a text": says(200, '"tea"', inJson),
  "a list": says(200, "[[],null,1]", inJson),
  "data that is null": saysJson(200, { data: null }),
  "data that is no document": saysJson(200, { data: [null, 1, "x", [], {}], meta: null }),
  "documents whose ids are no texts": saysJson(200, {
    data: [{ documentId: 5 }, { documentId: null }, { documentId: { toString: 1 } }],
    meta: { pagination: { page: 1, pageSize: 1, pageCount: 3, total: 3 } },
  }),
  "documents whose ids are wild": saysJson(200, {
    data: [{ documentId: ".." }, { documentId: "\ud800" }, { documentId: "" }],
    meta: { pagination: { page: 1, pageSize: 3, pageCount: 1e9, total: 1e9 } },
  }),
  "meta that is a text": saysJson(200, { data: [document], meta: "meta" }),
  "page numbers out of the air": saysJson(200, {
    data: [document],
    meta: { pagination: { page: -1, pageSize: "0", pageCount: 1e308, total: {} } },
  }),
  "one page for ever": saysJson(200, {
    data: [document],
    meta: { pagination: { page: 1, pageSize: 1, pageCount: 1e9, total: 1e9 } },
  }),
  "names of Object's own": says(
    200,
    '{"data":{"__proto__":{"x":1},"constructor":1,"then":1,"toString":0},"meta":{"__proto__":1}}',
    inJson,
  ),
  "truncated JSON": says(200, ok.slice(0, -5), inJson),
  "two values of JSON": says(200, ok + ok, inJson),
  "half a character": says(200, Buffer.from([0x22, 0xc3, 0x22]), inJson),
  "a byte order mark": says(200, `\ufeff${ok}`, inJson),
  "UTF-16": says(200, Buffer.from(ok, "utf16le"), inJson),
  "JSON of a great depth": says(200, `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, inJson),
  "HTML with 200": says(200, "<html><body>Sign in</body></html>", { "content-type": "text/html" }),
  "an error with 200": saysJson(200, { data: null, error: { status: 500, message: "No" } }),
};

const bomb = " ".repeat(8 * 2 ** 20);
const compressed: Readonly<Record<string, Behaviour>> = {
  "good gzip": says(200, gzipSync(ok), { "content-encoding": "gzip" }),
  "good brotli": says(200, brotliCompressSync(ok), { "content-encoding": "br" }),
  "bad gzip": says(200, Buffer.alloc(100, 7), { "content-encoding": "gzip" }),
  "bad brotli": says(200, Buffer.alloc(100, 7), { "content-encoding": "br" }),
  "gzip that was not compressed": says(200, ok, { "content-encoding": "gzip" }),
  "gzip with a wrong sum": says(200, flipped(gzipSync(ok)), { "content-encoding": "gzip" }),
  "truncated gzip": says(200, gzipSync(ok).subarray(0, 25), { "content-encoding": "gzip" }),
  "truncated brotli": says(200, brotliCompressSync(ok).subarray(0, 9), {
    "content-encoding": "br",
  }),
  "gzip with something behind it": says(200, Buffer.concat([gzipSync(ok), Buffer.alloc(9, 7)]), {
    "content-encoding": "gzip",
  }),
  "gzip of nothing": says(200, "", { "content-encoding": "gzip" }),
  "gzip in gzip": says(200, gzipSync(gzipSync(ok)), { "content-encoding": "gzip, gzip" }),
  "an unknown encoding": says(200, ok, { "content-encoding": "rot13, __proto__" }),
  "an encoding of Object's own": says(200, ok, { "content-encoding": "constructor" }),
  "a bomb of gzip": says(200, gzipSync(bomb), { "content-encoding": "gzip" }),
  "a bomb of brotli": says(200, brotliCompressSync(bomb), { "content-encoding": "br" }),
  "a bomb with an error": says(400, gzipSync(bomb), { "content-encoding": "gzip" }),
  "bad gzip with an error": says(500, Buffer.alloc(100, 7), { "content-encoding": "gzip" }),
};

/** The same with its last byte but seven changed: in gzip a part of the checksum. */
function flipped(bytes: Buffer): Buffer {
  const at = bytes.length - 7;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

const wrongLengths: Readonly<Record<string, Behaviour>> = {
  "a cut body": ends(message(200, '{"data":[', { "content-length": 1000 })),
  "a body that is cut by a reset": does((socket) => {
    socket.write(message(200, '{"data":[', { "content-length": 1000 }), () => {
      socket.resetAndDestroy();
    });
  }),
  "chunks that are cut": ends(message(200, '5\r\n{"dat\r\n', { "transfer-encoding": "chunked" })),
  "a chunk without a size": ends(message(200, "x\r\n{}\r\n", { "transfer-encoding": "chunked" })),
  "a body of whatever comes until the end": ends(`HTTP/1.1 200 OK\r\n\r\n${ok}`),
  "a body longer than told": says(200, `${ok}   {"more":1}`, { "content-length": ok.length }),
  "a body one byte longer than told": says(200, `${ok} `, { "content-length": ok.length }),
  "two lengths": sends(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} `),
  "a length that is no number": says(200, ok, { "content-length": "many" }),
  "a length below nothing": says(200, ok, { "content-length": "-1" }),
  "a length beyond all numbers": ends(message(200, ok, { "content-length": "9".repeat(30) })),
  "a length and chunks": ends(
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

const breaks: Readonly<Record<string, Behaviour>> = {
  "a reset of each connection": atOnce((socket) => socket.resetAndDestroy()),
  "a hang-up on each connection": atOnce((socket) => socket.destroy()),
  "an end of each connection": atOnce((socket) => socket.end()),
  "a reset": does((socket) => socket.resetAndDestroy()),
  "a hang-up before the headers": does((socket) => socket.destroy()),
  "a hang-up within the headers": ends("HTTP/1.1 200 OK\r\ncontent-le"),
  "a hang-up after the headers": ends("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"),
  "an answer, and the connection is closed without a word": does((socket, request) => {
    polite.answer(socket, request);
    setImmediate(() => socket.destroy());
  }),
  "an answer, and the connection is reset": does((socket, request) => {
    polite.answer(socket, request);
    setImmediate(() => socket.resetAndDestroy());
  }),
};

const html = { "content-type": "text/html" };
const inTheirWords = (status: number, name: string, details: unknown = {}): Behaviour =>
  saysJson(status, { data: null, error: { status, name, message: name, details } });
const inSeconds = (more: number): number => Math.round(Date.now() / 1000) + more;

const statuses: Readonly<Record<string, Behaviour>> = {
  "a 400": inTheirWords(400, "ValidationError", {
    errors: [{ path: ["links", "0", "url"], message: "No", name: "ValidationError" }],
  }),
  "a 400 with wild details": inTheirWords(400, "ValidationError", {
    errors: [null, 5, { path: "x" }, { path: [null, {}, ["x"]], message: { toString: 1 } }],
  }),
  "a 400 with a wild key": inTheirWords(400, "ValidationError", { key: "x", path: { split: 1 } }),
  "a 400 whose words are none": saysJson(400, { error: { message: { a: 1 }, details: "x" } }),
  "a 401": inTheirWords(401, "UnauthorizedError"),
  "a 403": inTheirWords(403, "ForbiddenError"),
  "a 404 of HTML": says(404, "<html>", html),
  "a 409": inTheirWords(409, "ConflictError"),
  "a 413": inTheirWords(413, "PayloadTooLargeError"),
  "a 418 without a body": says(418),
  "a 429 with x-ratelimit-reset": does((socket) =>
    socket.write(message(429, "{}", { ...inJson, "x-ratelimit-reset": inSeconds(60) })),
  ),
  "a 429 that is over": does((socket) =>
    socket.write(message(429, "{}", { ...inJson, "x-ratelimit-reset": inSeconds(-60) })),
  ),
  "a 429 with a wild x-ratelimit-reset": says(429, "{}", { "x-ratelimit-reset": "9".repeat(400) }),
  "a 500": inTheirWords(500, "InternalServerError"),
  "a 502 of HTML": says(502, "<html>Bad Gateway</html>", html),
  "a 503 with Retry-After of nothing": says(503, "", { "retry-after": 0 }),
  "a 503 with Retry-After of an hour": says(503, "", { "retry-after": 3600 }),
  "a 503 with Retry-After of a date": does((socket) =>
    socket.write(message(503, "", { "retry-after": new Date(Date.now() + 6e7).toUTCString() })),
  ),
  "a 503 with Retry-After of the past": says(503, "", {
    "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT",
  }),
  "a 503 with a wild Retry-After": says(503, "", { "retry-after": "-1e999, soon" }),
  "a 302 with Location twice": sends(
    "HTTP/1.1 302 No\r\nlocation: /a\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n",
  ),
  "a 200 with its headers twice": sends(
    `HTTP/1.1 200 OK\r\n${"content-type: text/html\r\ncontent-encoding: gzip\r\n".repeat(2)}content-length: 2\r\n\r\n{}`,
  ),
  "a 503 with Retry-After twice": sends(
    "HTTP/1.1 503 No\r\nretry-after: 0\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n",
  ),
  "a 304": sends("HTTP/1.1 304 Not Modified\r\n\r\n"),
  "a 600": says(600, ok),
  "a 999": says(999, ok),
};

/** Where all of these lead is `elsewhere`. */
const redirects = (elsewhere: string): Readonly<Record<string, Behaviour>> => {
  const { host } = new URL(elsewhere);
  const kinds = [301, 302, 303, 307, 308].map(
    (status) =>
      [
        `a redirect by ${status}`,
        says(status, "", { location: `${elsewhere}/api/articles` }),
      ] as const,
  );
  return {
    ...Object.fromEntries(kinds),
    "a redirect to another host alone": says(302, "", { location: `//${host}/api/articles` }),
    "a redirect with a name and password": says(302, "", { location: `http://a:b@${host}/` }),
    "a redirect to nowhere": says(302, "", { location: "http://[" }),
    "a redirect without a place": says(302),
    "a redirect that carries the token": echoes((authorization) =>
      message(302, "", { location: `${elsewhere}/?${encodeURIComponent(authorization)}` }),
    ),
    "a success that leads on": says(200, ok, {
      ...inJson,
      location: elsewhere,
      refresh: `0; url=${elsewhere}`,
      link: `<${elsewhere}/x>; rel=preload`,
      "content-location": elsewhere,
    }),
    "another service to use": says(200, ok, { ...inJson, "alt-svc": `h2="${host}"; ma=60` }),
    "an early hint": sends(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 103 Early Hints\r\nlink: <${elsewhere}>; rel=preload\r\n\r\n`),
        message(200, ok, inJson),
      ]),
    ),
  };
};

const noHttp: Readonly<Record<string, Behaviour>> = {
  "a banner of SSH": atOnce((socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n")),
  "an alert of TLS": atOnce((socket) => socket.write(Buffer.from([21, 3, 1, 0, 2, 2, 70]))),
  "a preface of HTTP/2": ends("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "bytes that mean nothing": ends(Buffer.from(Array.from({ length: 999 }, (_, at) => at % 251))),
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
  "headers named as Object's own": says(200, ok, { __proto__: "x", constructor: "y" }),
  "two encodings": sends(
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-encoding: br\r\ncontent-length: 2\r\n\r\n{}",
  ),
};

const early = "HTTP/1.1 102 Processing\r\n\r\n";
const informational: Readonly<Record<string, Behaviour>> = {
  "a 100 before the answer": sends(
    Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), message(200, ok, inJson)]),
  ),
  "a hundred times 102 before the answer": sends(
    Buffer.concat([Buffer.from(early.repeat(100)), message(200, ok, inJson)]),
  ),
  "a 102 and no answer": ends(early),
  "a 101": sends("HTTP/1.1 101 Switching Protocols\r\nupgrade: tea\r\nconnection: upgrade\r\n\r\n"),
  "a 101 that leads nowhere": ends("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
  "a 199": ends("HTTP/1.1 199 Odd\r\n\r\n"),
};

const theirWords = (words: string): string =>
  JSON.stringify({ data: null, error: { status: 400, name: "X", message: words, details: {} } });

/** What a service that shows too much does with the token. */
const tellTales: Readonly<Record<string, Behaviour>> = {
  "a 400 that repeats the token": echoes((authorization) =>
    message(400, theirWords(`Bad header ${authorization}`), inJson),
  ),
  "a 401 that repeats the token, its slashes escaped": echoes((authorization) =>
    message(401, theirWords(authorization).replaceAll("/", "\\/"), inJson),
  ),
  "a 403 that repeats the token in its details": echoes((authorization) => {
    const details = { errors: [{ path: ["headers", authorization], message: authorization }] };
    return message(403, JSON.stringify({ error: { message: "No", details } }), inJson);
  }),
  "a 400 that repeats the token as a key": echoes((authorization) => {
    const details = { key: authorization, path: authorization, [authorization]: 1 };
    return message(400, JSON.stringify({ error: { message: "No", details } }), inJson);
  }),
  "a 500 that repeats the token, compressed": echoes((authorization) =>
    message(500, gzipSync(theirWords(authorization)), { "content-encoding": "gzip" }),
  ),
  "a page with 200 that begins with the token": echoes((authorization) =>
    message(200, authorization, html),
  ),
  "a page with 200 that is the token": echoes((authorization) =>
    message(200, authorization.replace("Bearer ", ""), html),
  ),
  "JSON with 200 that breaks after the token": echoes((authorization) =>
    message(200, `{"authorization":"${authorization}",`, inJson),
  ),
  "a status line with the token": echoes((authorization) => message(`500 ${authorization}`)),
  "a redirect along the token": echoes((authorization) =>
    message(302, "", { location: `/login/${authorization}/?next=${authorization}` }),
  ),
  "a header with the token": echoes((authorization) =>
    message(500, "", { "x-seen": authorization, "retry-after": authorization }),
  ),
  "an encoding that is the token": echoes((authorization) =>
    message(200, ok, { "content-encoding": authorization }),
  ),
  "the token in place of an answer": echoes((authorization) => Buffer.from(`${authorization}\r\n`)),
  "the token in broken chunks": echoes((authorization) =>
    message(200, `${authorization}\r\n`, { "transfer-encoding": "chunked" }),
  ),
  "the token as a broken header": echoes((authorization) =>
    Buffer.from(`HTTP/1.1 200 OK\r\n${authorization}\r\nx\0: ${authorization}\r\n\r\n`),
  ),
};

/** Every way in which an answer comes, or breaks, at once. */
export const misbehaviours = (elsewhere: string): Readonly<Record<string, Behaviour>> => ({
  "a good answer": polite,
  ...strangeBodies,
  ...compressed,
  ...wrongLengths,
  ...breaks,
  ...statuses,
  ...redirects(elsewhere),
  ...noHttp,
  ...informational,
  ...tellTales,
});

let made = 0;

/** Every way in which it does not come to an end: a client has to give up by itself. */
export const delays: Readonly<Record<string, Behaviour>> = {
  silence: does(() => undefined),
  "a body that stops": sends(message(200, '{"data":[', { "content-length": 1000 })),
  "a body shorter than told": sends(message(200, ok, { "content-length": ok.length + 1 })),
  "chunks that stop": sends(message(200, "2\r\n{}\r\n", { "transfer-encoding": "chunked" })),
  "a body byte by byte": does((socket) => {
    socket.write(message(200, "", { "content-length": 10_000 }));
    trickle(socket, ok);
  }),
  "headers byte by byte": does((socket) => {
    trickle(socket, message(200, ok, { x: "y".repeat(1000) }).toString());
  }),
  "an error that stops": sends(message(500, "{", { "content-length": 1000 })),
  "102 for ever": does((socket) => {
    again(socket, 1, () => socket.write(early));
  }),
  "new documents for ever": does((socket) => {
    const data = Array.from({ length: 3 }, () => ({
      documentId: `tea${String((made += 1)).padStart(9, "0")}`,
    }));
    const pagination = { page: made, pageSize: 3, pageCount: 1e9, total: 3e9 };
    socket.write(message(200, JSON.stringify({ data, meta: { pagination } }), inJson));
  }),
};
