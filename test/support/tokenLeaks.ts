import { gzipSync } from "node:zlib";
import type { Behaviour } from "./hostile.ts";
import { echoes, html, inJson, message, ok } from "./rawAnswers.ts";

const theirWords = (words: string): string =>
  JSON.stringify({ data: null, error: { status: 400, name: "X", message: words, details: {} } });

/** Answers that repeat the client's token. */
export const tokenLeaks: Readonly<Record<string, Behaviour>> = {
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
  "a redirect along the encoded token": echoes((authorization) =>
    message(302, "", { location: `/login/${encodeURIComponent(authorization)}/` }),
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
