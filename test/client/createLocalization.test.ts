import assert from "node:assert/strict";
import { json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const payload = { data: { title: "Thé" } };
const filters = { slug: { $eq: "tea" } };
const documentId = "tea1";
const english = { documentId, title: "Tea", locale: "en" };
const french = { documentId, title: "Thé", locale: "fr" };
const params = { locale: "fr", status: "draft", fields: ["title"] } as const;
const lookup = {
  method: "GET",
  path: "/api/articles",
  query: { filters, status: "draft", pagination: { pageSize: "1" } },
  body: undefined,
};
const put = { method: "PUT", path: "/api/articles/tea1", query: params, body: payload };
const post = { method: "POST", path: "/api/articles", query: params, body: payload };

describe("createLocalization", () => {
  const at = loopbackCms({ retries: 0 });
  const articles = () => at.cms.collection<Article>("articles");
  const untyped = (input: unknown) => articles().createLocalization(input as never);

  it("createLocalization adds the localization to the document with the documentId", async () => {
    at.service.answer(json({ data: french, meta: {} }));

    const result = await articles().createLocalization({ documentId, payload, params });

    assert.deepEqual(result, [null, french, {}]);
    assert.deepEqual(at.sent(), [put]);
  });

  it("createLocalization adds the localization to the first match of the filters in the default locale", async () => {
    at.service.answer(json({ data: [english] }), json({ data: french, meta: {} }));

    const result = await articles().createLocalization({ filters, payload, params });

    assert.deepEqual(result, [null, french, {}]);
    assert.deepEqual(at.sent(), [lookup, put]);
  });

  it("createLocalization creates a document with only this localization when it gets neither", async () => {
    at.service.answer(json({ data: french, meta: {} }, 201));

    const result = await articles().createLocalization({ payload, params });

    assert.deepEqual(result, [null, french, {}]);
    assert.deepEqual(at.sent(), [post]);
  });

  it("createLocalization returns a NotFoundError when the filters match no document", async () => {
    at.service.answer(json({ data: [] }));

    const [error, ...dataAndMeta] = await articles().createLocalization({
      filters,
      payload,
      params,
    });

    assert.deepEqual(
      [error?.name, error?.method, error?.message, error?.attempts, ...dataAndMeta],
      [
        "NotFoundError",
        "GET",
        "No document of the default locale matches the filters.",
        1,
        null,
        null,
      ],
    );
    assert.deepEqual(at.sent(), [lookup]);
  });

  it("createLocalization returns the service's error when the lookup fails", async () => {
    at.service.answer(refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...dataAndMeta] = await articles().createLocalization({
      filters,
      payload,
      params,
    });

    assert.deepEqual([error?.name, ...dataAndMeta], ["ForbiddenError", null, null]);
    assert.deepEqual(at.sent(), [lookup]);
  });

  it("createLocalization returns the service's error when adding the localization fails", async () => {
    at.service.answer(json({ data: [english] }), refusal(429, "RateLimitError", "Too many"));

    const [error] = await articles().createLocalization({ filters, payload, params });

    // Nothing was created, so repeating the call is safe.
    assert.deepEqual([error?.name, error?.retryable], ["RateLimitError", true]);
  });

  it("createLocalization returns a ParseError when the found document has no documentId", async () => {
    at.service.answer(json({ data: [{ title: "Tea" }] }));

    const [error] = await articles().createLocalization({ filters, payload, params });

    assert.equal(error?.name, "ParseError");
  });

  it("createLocalization shares one deadline between its requests", async () => {
    at.service.answer((response, received) => {
      setTimeout(() => {
        json({ data: received.method === "GET" ? [english] : french })(response, received);
      }, 150);
    });

    const [error] = await articles().createLocalization({
      ...{ filters, payload, params },
      deadlineMs: 200,
    });

    assert.deepEqual([error?.name, error?.method], ["CmsTimeoutError", "PUT"]);
  });

  const invalid: Readonly<Record<string, object>> = {
    "both a documentId and filters": { documentId, filters },
    "empty filters": { filters: {} },
    "filters whose only list is empty": { filters: { slug: { $in: [] } } },
    "filters that are undefined": { filters: undefined },
    "filters that are null": { filters: null },
    "a documentId that is undefined": { documentId: undefined },
    "a documentId that is null": { documentId: null },
    "an empty documentId": { documentId: "" },
    "no locale": { documentId, params: { status: "draft" } },
    "an empty locale": { documentId, params: { locale: "" } },
    "a locale that is a list": { documentId, params: { locale: ["fr"] } },
    "no params": { documentId, params: undefined },
  };
  for (const [name, input] of Object.entries(invalid)) {
    it(`createLocalization returns a RequestError and sends nothing for ${name}`, async () => {
      const [error, ...dataAndMeta] = await untyped({ payload, params, ...input });

      assert.deepEqual(
        [error?.name, error?.attempts, ...dataAndMeta],
        ["RequestError", 0, null, null],
      );
      assert.deepEqual(at.sent(), []);
    });
  }

  it("createLocalization returns a RequestError for an unreadable input", async () => {
    const [error] = await untyped(null);

    assert.deepEqual([error?.name, error?.method], ["RequestError", "POST"]);
  });

  it("createLocalization sends locale=* to the service, which rejects it", async () => {
    const message = "Invalid locale param * provided. Document locales must be strings.";
    at.service.answer(refusal(400, "ValidationError", message));

    const [error] = await untyped({ documentId, payload, params: { locale: "*" } });

    assert.equal(error?.message, message);
  });
});
