import assert from "node:assert/strict";
import type { CmsError } from "../../src/client/index.ts";
import { created, listError, shape, untyped } from "./found.ts";
import { makeArticle } from "./made.ts";
import { articles, realCms, send, sendText, tokens } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("Error with empty details", () => {
  type Row = readonly [
    sentence: string,
    call: () => Promise<CmsError | null>,
    name: string,
    status: number,
    message: string | RegExp,
  ];
  const rows: readonly Row[] = [
    [
      "a value of the wrong type",
      () => created({ title: "Tea", issueDate: "soon" }),
      ...(["ValidationError", 400, "Invalid format, expected yyyy-MM-dd"] as const),
    ],
    [
      "a page that is no number",
      () => listError({ pagination: { page: "abc" } }),
      ...([
        "ValidationError",
        400,
        "convertStartQueryParams expected a positive integer got NaN",
      ] as const),
    ],
    [
      "a page outside `pagination`",
      () => listError({ page: 1 }),
      ...(["ValidationError", 400, /^Invalid pagination attributes\./] as const),
    ],
    [
      "a relation to a missing document",
      () => created({ title: "Tea", tags: ["nobody"] }),
      ...(["ValidationError", 400, 'Document with id "nobody", locale "null" not found'] as const),
    ],
    [
      "a component of another document",
      async () => {
        const payload = { data: untyped({ seo: { id: 99_999_999, metaTitle: "x" } }) };
        return (await articles().update({ documentId: await makeArticle(), payload }))[0];
      },
      "ValidationError",
      400,
      "Some of the provided components in seo are not related to the entity",
    ],
    [
      "a request without a token",
      async () => (await articles("").findMany())[0],
      ...(["ForbiddenError", 403, "Forbidden"] as const),
    ],
    [
      "a wrong token",
      async () => (await articles("wrong").findMany())[0],
      ...(["UnauthorizedError", 401, "Missing or invalid credentials"] as const),
    ],
    [
      "a token without the permission",
      async () => (await articles(tokens().readOnly).create({ payload: { data: {} } }))[0],
      ...(["ForbiddenError", 403, "Forbidden"] as const),
    ],
    [
      "a missing document",
      async () => (await articles().find({ documentId: "nobody" }))[0],
      ...(["NotFoundError", 404, "Not Found"] as const),
    ],
    [
      "an unknown route",
      async () => (await realCms().collection<Article>("bogus").findMany())[0],
      ...(["NotFoundError", 404, "Not Found"] as const),
    ],
    [
      "a missing user",
      async () => (await realCms().users().update({ id: 99_999_999, data: {} }))[0],
      ...(["NotFoundError", 404, "User not found"] as const),
    ],
  ];
  for (const [sentence, call, name, status, message] of facts(rows)) {
    it(`an error with empty details is ${name} for ${sentence}`, async () => {
      const error = await call();

      assert.deepEqual([error?.name, error?.status, error?.details], [name, status, {}]);
      if (typeof message === "string") assert.equal(error?.message, message);
      else assert.match(error?.message ?? "", message);
    });
  }
});

describe("Error without details", () => {
  it("an error without details is HttpError when the service fails", async () => {
    const error = await listError({ filters: { title: { $between: ["a"] } } });

    assert.deepEqual(shape(error), {
      ...{ name: "HttpError", status: 500, message: "Internal Server Error", details: undefined },
    });
  });

  itFact(
    "an error without details is PayloadTooLargeError for a body that is too large",
    async () => {
      const error = await created({ title: "x".repeat(2 ** 20) });

      assert.deepEqual(shape(error), {
        ...{ name: "PayloadTooLargeError", status: 413, message: "request entity too large" },
        details: undefined,
      });
    },
  );

  itFact(
    "an error without details is a SyntaxError for a body that is no JSON, which the client never sends",
    async () => {
      const { status, text } = await sendText("POST", "/articles", { text: '{"data":' });

      const message = "Unexpected end of JSON input";
      assert.equal(status, 400);
      assert.deepEqual(JSON.parse(text), {
        data: null,
        error: { status: 400, name: "SyntaxError", message },
      });
    },
  );

  itFact(
    "an error is ValidationError for a dynamic zone with components of the published version",
    async () => {
      const sections = [{ __component: "sections.text", body: "Tea" }];
      const documentId = await makeArticle({ sections });
      const { body } = await send("GET", `/articles/${documentId}?populate=sections`);
      const asRead = (body as { data: { sections: object } }).data.sections;

      const [error] = await articles().update({
        documentId,
        payload: { data: untyped({ sections: asRead }) },
      });

      assert.deepEqual(shape(error), {
        ...{ name: "ValidationError", status: 400, details: undefined, issues: [] },
        message: "Some of the provided components in sections are not related to the entity",
      });
    },
  );
});

describe("Error without a JSON body", () => {
  it("an error is plain text with the allowed methods for a method that the route does not have", async () => {
    const { status, headers, text } = await sendText("POST", "/homepage", { text: "{}" });
    const [error] = await realCms()
      .collection<Article>("homepage")
      .create({ payload: { data: {} } });

    assert.deepEqual(
      [status, text, headers.get("content-type"), headers.get("allow")],
      [405, "Method Not Allowed", "text/plain; charset=utf-8", "HEAD, GET, PUT, DELETE"],
    );
    assert.deepEqual(shape(error), {
      ...{ name: "HttpError", status: 405, message: "HTTP 405", details: undefined },
    });
  });

  itFact("an error is empty for a request line that is too long", async () => {
    const { status, text } = await sendText("GET", `/articles?bogus=${"x".repeat(20_000)}`);
    const error = await listError({ bogus: "x".repeat(20_000) });

    assert.deepEqual([status, text, error?.name, error?.attempts], [431, "", "RequestError", 0]);
  });

  itFact("an error is a string in `error` for an unknown type of the schema", async () => {
    const { status, body } = await send("GET", "/content-type-builder/content-types/api::no.no");

    assert.deepEqual([status, body], [404, { error: "contentType.notFound" }]);
  });
});
