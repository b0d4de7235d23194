import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { startHostile } from "../../support/hostile.ts";
import type { Behaviour } from "../../support/hostile.ts";
import { delays, misbehaviours } from "../../support/misbehaviours.ts";
import type { Article } from "../loopbackCms.ts";
import { owning } from "../owning.ts";
import { tells, tracesOf } from "../verdict.ts";

/** Contains a character that JSON may escape. */
const token = "a-token/that+nobody=may.see";

/**
 * The error and the status of a read and a write, and the error of the read if it is another. The name is undefined if
 * the call succeeds.
 */
type Outcome = readonly [name: string | undefined, status?: number, ofRead?: string];

const named = (name: string | undefined, ...behaviours: readonly string[]) =>
  behaviours.map((behaviour) => [behaviour, [name]] as const);

const outcomes: readonly (readonly [behaviour: string, outcome: Outcome])[] = [
  ...named(
    undefined,
    "a good answer",
    "good gzip",
    "good brotli",
    "a byte order mark",
    "keys named like members of Object",
    "a body until the connection ends",
    "a body longer than its content-length",
    "a second answer to one request",
    "an answer, then a closed connection",
    "an answer, then a connection reset",
    "a success with a location",
    "an Alt-Svc header",
    "an early hint",
    "headers named like members of Object",
    "a hundred times 102 before the answer",
  ),
  ...named(
    "ParseError",
    "no body",
    "a 204",
    "a 205",
    "null",
    "a number",
    "a text",
    "a list",
    "data without a document",
    "truncated JSON",
    "two values of JSON",
    "text in Latin-1",
    "UTF-16",
    "deeply nested JSON",
    "HTML with 200",
    "an error with 200",
    "bad gzip",
    "bad brotli",
    "gzip that is not compressed",
    "gzip with a wrong checksum",
    "truncated gzip",
    "truncated brotli",
    "empty gzip",
    "an unknown encoding",
    "an encoding named like a member of Object",
    "a gzip bomb",
    "a brotli bomb",
    "a body without an end",
    "a page with 200 that begins with the token",
    "a page with 200 that is the token",
    "JSON with 200 that breaks after the token",
    "an encoding that is the token",
  ),
  ...named(
    "NetworkError",
    "a truncated body",
    "a body truncated by a reset",
    "truncated chunks",
    "a chunk without a size",
    "two content-length headers",
    "a content-length that is no number",
    "a negative content-length",
    "a content-length beyond all numbers",
    "a content-length and chunks",
    "a reset of each connection",
    "a hang-up on each connection",
    "an end of each connection",
    "a reset",
    "a hang-up before the headers",
    "a hang-up within the headers",
    "a hang-up after the headers",
    "an SSH banner",
    "a TLS alert",
    "an HTTP/2 preface",
    "random bytes",
    "HTTP/0.9",
    "HTTP/9.9",
    "a status that is a word",
    "a status of two digits",
    "a header without a colon",
    "a header with a NUL",
    "headers without an end",
    "a header of 100 kB",
    "a 102 and no answer",
    "a 101",
    "a 101 without an upgrade",
    "a 199",
    "the token in place of an answer",
    "the token in broken chunks",
    "the token as a broken header",
  ),
  ...named(
    "CmsTimeoutError",
    ...Object.keys(delays).filter((name) => name !== "new documents without an end"),
  ),
  ["data that is null", ["ParseError", 200, "NotFoundError"]],
  ["a 400", ["ValidationError", 400]],
  ["a 400 with wild details", ["ValidationError", 400]],
  ["a 400 with a wild key", ["ValidationError", 400]],
  ["a 400 with an invalid message", ["ValidationError", 400]],
  ["a gzip bomb with an error", ["ValidationError", 400]],
  ["a 401", ["UnauthorizedError", 401]],
  ["a 403", ["ForbiddenError", 403]],
  ["a 404 of HTML", ["NotFoundError", 404]],
  ["a 409", ["ConflictError", 409]],
  ["a 413", ["PayloadTooLargeError", 413]],
  ["a 418 without a body", ["HttpError", 418]],
  ["a 429 with a wild x-ratelimit-reset", ["RateLimitError", 429]],
  ["a 500", ["HttpError", 500]],
  ["bad gzip with an error", ["HttpError", 500]],
  ["an error without an end", ["HttpError", 500]],
  ["a 502 of HTML", ["HttpError", 502]],
  ["a 503 with a wild Retry-After", ["HttpError", 503]],
  ["a 304", ["HttpError", 304]],
  ["a 600", ["HttpError", 600]],
  ["a redirect by 301", ["HttpError", 301]],
  ["a redirect by 308", ["HttpError", 308]],
  ["a redirect to another host", ["HttpError", 302]],
  ["a redirect to nowhere", ["HttpError", 302]],
  ["a redirect that carries the token", ["HttpError", 302]],
  ["a redirect along the token", ["HttpError", 302]],
  ["a redirect along the encoded token", ["HttpError", 302]],
  ["a 400 that repeats the token", ["ValidationError", 400]],
  ["a 401 that repeats the token, its slashes escaped", ["UnauthorizedError", 401]],
  ["a 403 that repeats the token in its details", ["ForbiddenError", 403]],
  ["a 400 that repeats the token as a key", ["ValidationError", 400]],
  ["a 500 that repeats the token, compressed", ["HttpError", 500]],
];

describe("Hostile answers", () => {
  const endAfterTest = owning();
  const documentId = "tea1";

  for (const [behaviour, [name, status, ofRead = name]] of outcomes) {
    it(`a client returns ${name ?? "the document"} for ${behaviour}`, async () => {
      const service = endAfterTest(await startHostile());
      const known: Readonly<Record<string, Behaviour>> = {
        ...misbehaviours(service.elsewhere.url),
        ...delays,
      };
      service.behave(known[behaviour]!);
      const cms = endAfterTest(
        createCms({
          baseUrl: service.url,
          token,
          retries: 0,
          // An answer that ends has enough time even on a busy machine.
          timeoutMs: name === "CmsTimeoutError" ? 200 : 15_000,
          maxResponseBytes: 2 ** 20,
        }),
      );
      const articles = cms.collection<Article>("articles");

      const results = [
        await articles.find({ documentId }),
        await articles.update({ documentId, payload: { data: { title: "Tea" } } }),
      ];

      const errors = results.map(([error]) => error);
      assert.deepEqual(
        errors.map((error) => error?.name),
        [ofRead, name],
      );
      if (status !== undefined)
        assert.deepEqual(
          errors.map((error) => error?.status),
          [status, status],
        );
      assert.deepEqual([tells(errors, tracesOf(token)), service.elsewhere.visits], [false, []]);
    });
  }
});
