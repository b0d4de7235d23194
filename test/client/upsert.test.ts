import assert from "node:assert/strict";
import type { CallOptions } from "../../src/client/index.ts";
import { json, refusal, silence } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const payload = { data: { title: "Tea" } };
const filters = { slug: { $eq: "tea" } };
const tea = { documentId: "tea1", title: "Tea", locale: "en" };
const lookUp = (query: object) => ({
  method: "GET",
  path: "/api/articles",
  query: { ...query, filters, pagination: { pageSize: "1" } },
  body: undefined,
});
const post = { method: "POST", path: "/api/articles", query: {}, body: payload };
const put = { method: "PUT", path: "/api/articles/tea1", query: {}, body: payload };

describe("upsert", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  it("upsert updates the document that the filters find, drafts included", async () => {
    at.service.answer(json({ data: [tea] }), json({ data: tea, meta: {} }));

    const result = await articles().upsert({ payload, filters });

    assert.deepEqual(result, [null, tea, {}]);
    assert.deepEqual(at.sent(), [lookUp({ status: "draft" }), put]);
  });

  it("upsert creates a document when the filters find none", async () => {
    at.service.answer(json({ data: [] }), json({ data: tea, meta: {} }, 201));

    const result = await articles().upsert({ payload, filters });

    assert.deepEqual(result, [null, tea, {}]);
    assert.deepEqual(at.sent(), [lookUp({ status: "draft" }), post]);
  });

  it("upsert uses the given status and populate for the lookup and the write", async () => {
    at.service.answer(json({ data: [tea] }), json({ data: tea }));

    await articles().upsert({
      payload,
      filters,
      params: { status: "published", populate: ["category"] },
    });

    const query = { status: "published", populate: ["category"] };
    assert.deepEqual(at.sent(), [lookUp(query), { ...put, query }]);
  });

  it("upsert finds drafts when the status is undefined", async () => {
    at.service.answer(json({ data: [tea] }), json({ data: tea }));

    // The types reject it, but a caller without types can pass it.
    const params = { status: undefined } as unknown as { status: "draft" };
    await articles().upsert({ payload, filters, params });

    assert.deepEqual(at.sent(), [lookUp({ status: "draft" }), put]);
  });

  it("upsert adds a localization to a document that only has the default locale", async () => {
    const french = { ...tea, locale: "fr" };
    at.service.answer(json({ data: [] }), json({ data: [tea] }), json({ data: french, meta: {} }));

    const result = await articles().upsert({ payload, filters, params: { locale: "fr" } });

    assert.deepEqual(result, [null, french, {}]);
    assert.deepEqual(at.sent(), [
      lookUp({ status: "draft", locale: "fr" }),
      lookUp({ status: "draft" }),
      { ...put, query: { locale: "fr" } },
    ]);
  });

  it("upsert writes nothing when the lookup fails", async () => {
    at.service.answer(refusal(500, "InternalServerError", "Internal Server Error"));

    const [error, ...dataAndMeta] = await articles().upsert({ payload, filters });

    assert.deepEqual([error?.name, ...dataAndMeta], ["HttpError", null, null]);
    assert.deepEqual(at.sent(), [lookUp({ status: "draft" })]);
  });

  it("upsert returns the error of the write", async () => {
    at.service.answer(json({ data: [tea] }), refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...dataAndMeta] = await articles().upsert({ payload, filters });

    assert.deepEqual([error?.name, ...dataAndMeta], ["ForbiddenError", null, null]);
  });
});

describe("Concurrent upserts", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");
  const lines = () => at.sent().map(({ method, path }) => `${method} ${path}`);
  const slugConflict = refusal(400, "ValidationError", "This attribute must be unique", {
    errors: [{ path: ["slug"], message: "This attribute must be unique" }],
  });

  it("concurrent upserts create one document for two calls of one client with the same filters", async () => {
    at.service.answer(
      json({ data: [] }),
      json({ data: tea, meta: {} }, 201),
      json({ data: [tea] }),
      json({ data: tea, meta: {} }),
    );

    const results = await Promise.all([
      articles().upsert({ payload, filters }),
      articles().upsert({ payload, filters }),
    ]);

    assert.deepEqual(results, Array(2).fill([null, tea, {}]));
    assert.deepEqual(lines(), [
      "GET /api/articles",
      "POST /api/articles",
      "GET /api/articles",
      "PUT /api/articles/tea1",
    ]);
  });

  const alike: Readonly<Record<string, readonly [object, object]>> = {
    "a plain value and $eq": [{ slug: "tea" }, { slug: { $eq: "tea" } }],
    "keys in another order": [
      { slug: "tea", title: { $ne: "x" } },
      { title: { $ne: "x" }, slug: "tea" },
    ],
    "a number and its string": [{ views: 1 }, { views: { $eq: "1" } }],
    "a plain value in a group": [
      { $and: [{ slug: "tea" }, { category: { slug: "hot" } }] },
      { $and: [{ slug: { $eq: "tea" } }, { category: { slug: { $eq: "hot" } } }] },
    ],
  };
  for (const [what, pair] of Object.entries(alike)) {
    it(`concurrent upserts wait for each other when their filters are equivalent: ${what}`, async () => {
      at.service.answer(
        json({ data: [] }),
        json({ data: tea, meta: {} }, 201),
        json({ data: [tea] }),
        json({ data: tea, meta: {} }),
      );

      await Promise.all(
        pair.map((variant) => articles().upsert({ payload, filters: variant as typeof filters })),
      );

      const methods = at.sent().map(({ method }) => method);
      assert.deepEqual(methods, ["GET", "POST", "GET", "PUT"]);
    });
  }

  it('concurrent upserts do not wait for each other for a filter of null and one of "null"', async () => {
    at.service.answer(json({ data: [tea] }));

    const filterVariants = [null, "null"].map((slug) => ({ slug: { $eq: slug } }));
    await Promise.all(
      filterVariants.map((variant) => articles().upsert({ payload, filters: variant })),
    );

    assert.deepEqual(lines().slice(0, 2), ["GET /api/articles", "GET /api/articles"]);
  });

  const endings: Readonly<Record<string, () => CallOptions>> = {
    "the signal fires": () => ({ signal: AbortSignal.timeout(30) }),
    "the deadline passes": () => ({ deadlineMs: 30 }),
  };
  for (const [when, options] of Object.entries(endings)) {
    it(`concurrent upserts stop waiting when ${when}`, async () => {
      at.service.answer(silence);
      const first = new AbortController();
      const running = articles().upsert({ payload, filters, signal: first.signal });

      const [error] = await articles().upsert({ payload, filters, ...options() });
      const sent = lines();
      first.abort();
      await running;

      assert.match(error?.name ?? "", /^Cms(Abort|Timeout)Error$/);
      assert.deepEqual(sent, ["GET /api/articles"]);
    });
  }

  it("concurrent upserts do not wait for each other when their filters differ", async () => {
    at.service.answer(json({ data: [tea] }));

    const first = articles().upsert({ payload, filters });
    const second = articles().upsert({ payload, filters: { slug: { $eq: "other" } } });
    await Promise.all([first, second]);

    assert.deepEqual(lines().slice(0, 2), ["GET /api/articles", "GET /api/articles"]);
  });

  it("concurrent upserts update the document that another client created meanwhile", async () => {
    at.service.answer(
      json({ data: [] }),
      slugConflict,
      json({ data: [tea] }),
      json({ data: tea, meta: {} }),
    );

    const result = await articles().upsert({ payload, filters });

    assert.deepEqual(result, [null, tea, {}]);
    assert.deepEqual(lines(), [
      "GET /api/articles",
      "POST /api/articles",
      "GET /api/articles",
      "PUT /api/articles/tea1",
    ]);
  });

  it("concurrent upserts return the service's error when the second lookup finds nothing either", async () => {
    at.service.answer(json({ data: [] }), slugConflict, json({ data: [] }));

    const [error] = await articles().upsert({ payload, filters });

    assert.deepEqual(
      [error?.name, lines()],
      ["ValidationError", ["GET /api/articles", "POST /api/articles", "GET /api/articles"]],
    );
  });
});
