import type { Behaviour } from "./hostile.ts";
import { does, echoes, html, inJson, message, ok, says, saysJson, sends } from "./rawAnswers.ts";

const inTheirWords = (status: number, name: string, details: unknown = {}): Behaviour =>
  saysJson(status, { data: null, error: { status, name, message: name, details } });
const inSeconds = (more: number): number => Math.round(Date.now() / 1000) + more;

export const statuses: Readonly<Record<string, Behaviour>> = {
  "a 400": inTheirWords(400, "ValidationError", {
    errors: [{ path: ["links", "0", "url"], message: "No", name: "ValidationError" }],
  }),
  "a 400 with wild details": inTheirWords(400, "ValidationError", {
    errors: [null, 5, { path: "x" }, { path: [null, {}, ["x"]], message: { toString: 1 } }],
  }),
  "a 400 with a wild key": inTheirWords(400, "ValidationError", { key: "x", path: { split: 1 } }),
  "a 400 with an invalid message": saysJson(400, { error: { message: { a: 1 }, details: "x" } }),
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

/** All redirects. Each one points to `elsewhere`. */
export const redirects = (elsewhere: string): Readonly<Record<string, Behaviour>> => {
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
    "a redirect to another host": says(302, "", { location: `//${host}/api/articles` }),
    "a redirect with a name and password": says(302, "", { location: `http://a:b@${host}/` }),
    "a redirect to nowhere": says(302, "", { location: "http://[" }),
    "a redirect without a place": says(302),
    "a redirect that carries the token": echoes((authorization) =>
      message(302, "", { location: `${elsewhere}/?${encodeURIComponent(authorization)}` }),
    ),
    "a success with a location": says(200, ok, {
      ...inJson,
      location: elsewhere,
      refresh: `0; url=${elsewhere}`,
      link: `<${elsewhere}/x>; rel=preload`,
      "content-location": elsewhere,
    }),
    "an Alt-Svc header": says(200, ok, { ...inJson, "alt-svc": `h2="${host}"; ma=60` }),
    "an early hint": sends(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 103 Early Hints\r\nlink: <${elsewhere}>; rel=preload\r\n\r\n`),
        message(200, ok, inJson),
      ]),
    ),
  };
};
