import assert from "node:assert/strict";
import { empty, html, json, redirect, refusal, startLoopback } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { loopbackCms, token } from "../loopbackCms.ts";
import type { Article } from "../loopbackCms.ts";

type Row = readonly [what: string, reply: Reply, name: string, message: string, status: number];

const proxyPage = "<html><body>Bad Gateway</body></html>";

const rows: readonly Row[] = [
  [
    "a 400",
    refusal(400, "ValidationError", "Invalid key x"),
    "ValidationError",
    "Invalid key x",
    400,
  ],
  ["a 400 with another name", refusal(400, "PaginationError", "No"), "ValidationError", "No", 400],
  ["a 400 without JSON", html("Bad Request", 400), "ValidationError", "HTTP 400", 400],
  [
    "a 401",
    refusal(401, "UnauthorizedError", "Missing or invalid credentials"),
    "UnauthorizedError",
    "Missing or invalid credentials",
    401,
  ],
  ["a 403", refusal(403, "ForbiddenError", "Forbidden"), "ForbiddenError", "Forbidden", 403],
  ["a 404", refusal(404, "NotFoundError", "Not Found"), "NotFoundError", "Not Found", 404],
  ["a 404 without a body", empty(404), "NotFoundError", "HTTP 404", 404],
  [
    "a 404 whose error is a string",
    json({ error: "contentType.notFound" }, 404),
    "NotFoundError",
    "HTTP 404",
    404,
  ],
  ["a 405 in plain text", html("Method Not Allowed", 405), "HttpError", "HTTP 405", 405],
  ["a 409", refusal(409, "ConflictError", "Taken"), "ConflictError", "Taken", 409],
  ["a 412", empty(412), "ConflictError", "HTTP 412", 412],
  [
    "a 413 without details",
    json(
      { data: null, error: { status: 413, name: "PayloadTooLargeError", message: "Too big" } },
      413,
    ),
    "PayloadTooLargeError",
    "Too big",
    413,
  ],
  ["a 429", refusal(429, "RateLimitError", "Too many"), "RateLimitError", "Too many", 429],
  ["a 500", refusal(500, "InternalServerError", "Oh"), "HttpError", "Oh", 500],
  ["a 502 with an HTML page", html(proxyPage, 502), "HttpError", "HTTP 502", 502],
  ["a 503 without a body", empty(503), "HttpError", "HTTP 503", 503],
  ["a 304", empty(304), "HttpError", "HTTP 304", 304],
  [
    "a 200 with an HTML page",
    html(proxyPage),
    "ParseError",
    "The response is not valid JSON (text/html).",
    200,
  ],
];

describe("Error of a call", () => {
  const at = loopbackCms({ retries: 0 });

  for (const [what, reply, name, message, status] of rows) {
    it(`the error of a call is ${name} for ${what}`, async () => {
      at.service.answer(reply);

      const [error, ...dataAndMeta] = await at.cms.collection<Article>("articles").findMany();

      assert.deepEqual(
        [error?.name, error?.message, error?.status, error?.attempts, ...dataAndMeta],
        [name, message, status, 1, null, null],
      );
    });
  }

  it("the error of a call contains the service's details, the method and the URL", async () => {
    const details = { errors: [{ path: ["title"], message: "title is required" }] };
    at.service.answer(refusal(400, "ValidationError", "title is required", details));

    const [error] = await at.cms
      .collection<Article>("articles")
      .update({ documentId: "tea1", payload: { data: {} }, params: { status: "draft" } });

    const { method, url } = error!;
    assert.deepEqual(
      [error?.details, method, url, typeof error?.elapsedMs],
      [details, "PUT", `${at.service.url}/api/articles/tea1?status=draft`, "number"],
    );
  });

  it("the error of a call has its message, status and issues as JSON, and no secret", async () => {
    const details = { errors: [{ path: ["title"], message: "too short" }] };
    const echo = `No, ${token}`;
    at.service.answer(refusal(400, "ValidationError", echo, { ...details, token }));

    const [error] = await at.cms.collection<Article>("articles").find({ documentId: "tea1" });

    const { elapsedMs, ...facts } = JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
    assert.equal(typeof elapsedMs, "number");
    assert.deepEqual(facts, {
      ...{ name: "ValidationError", message: "No, [token]", status: 400, method: "GET" },
      ...{ url: `${at.service.url}/api/articles/tea1`, attempts: 1, isAnonymous: false },
      ...{ details: { ...details, token: "[token]" }, issues: details.errors, retryable: false },
    });
  });

  it("the error of a call is an instance of Error", async () => {
    at.service.answer(empty(500));

    const [error] = await at.cms.users().findMany();

    assert.ok(error instanceof Error);
  });

  it("the error of a call is null for any status from 200 to 299", async () => {
    at.service.answer(json([], 200), json([], 202), json([], 299));

    const results = [
      await at.cms.users().findMany(),
      await at.cms.users().findMany(),
      await at.cms.users().findMany(),
    ];

    assert.deepEqual(results, Array(3).fill([null, [], null]));
  });
});

describe("Redirect", () => {
  const at = loopbackCms();

  for (const status of [301, 302, 303, 307, 308]) {
    it(`a redirect with ${status} gives an HttpError, and is not followed`, async () => {
      const elsewhere = await startLoopback();
      at.service.answer(redirect(`${elsewhere.url}/api/articles`, status));

      const [error, ...dataAndMeta] = await at.cms.collection<Article>("articles").findMany();
      await elsewhere.stop();

      assert.deepEqual(
        [error?.name, error?.status, ...dataAndMeta],
        ["HttpError", status, null, null],
      );
      assert.deepEqual([elsewhere.requests.length, at.service.requests.length], [0, 1]);
    });
  }

  it("a redirect gives an error with its target, without the query", async () => {
    at.service.answer(redirect("https://ada:secret@cms.example.com/api?token=secret"));

    const [error] = await at.cms.users().findMany();

    assert.equal(
      error?.message,
      "HTTP 302: the service redirects to https://cms.example.com/api, and redirects are not followed.",
    );
  });
});
