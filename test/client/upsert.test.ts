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

describe("Upserting a document", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  it("updates the document that the filters find, drafts included", async () => {
    at.service.answer(json({ data: [tea] }), json({ data: tea, meta: {} }));

    const result = await articles().upsert({ payload, filters });

    assert.deepEqual(result, [null, tea, {}]);
    assert.deepEqual(at.sent(), [lookUp({ status: "draft" }), put]);
  });

  it("creates a document where the filters find none", async () => {
    at.service.answer(json({ data: [] }), json({ data: tea, meta: {} }, 201));

    const result = await articles().upsert({ payload, filters });

    assert.deepEqual(result, [null, tea, {}]);
    assert.deepEqual(at.sent(), [lookUp({ status: "draft" }), post]);
  });

  it("looks up, and writes, in the status and with the shape that it is told", async () => {
    at.service.answer(json({ data: [tea] }), json({ data: tea }));

    await articles().upsert({
      payload,
      filters,
      params: { status: "published", populate: ["category"] },
    });

    const asked = { status: "published", populate: ["category"] };
    assert.deepEqual(at.sent(), [lookUp(asked), { ...put, query: asked }]);
  });

  it("counts drafts as found also where the status is given as undefined", async () => {
    at.service.answer(json({ data: [tea] }), json({ data: tea }));

    // Callers without types can give it.
    const params = { status: undefined } as unknown as { status: "draft" };
    await articles().upsert({ payload, filters, params });

    assert.deepEqual(at.sent(), [lookUp({ status: "draft" }), put]);
  });

  it("adds a localization to the document that has it in the default locale only", async () => {
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

  it("writes nothing when the look-up fails", async () => {
    at.service.answer(refusal(500, "InternalServerError", "Internal Server Error"));

    const [error, ...rest] = await articles().upsert({ payload, filters });

    assert.deepEqual([error?.name, ...rest], ["HttpError", null, null]);
    assert.deepEqual(at.sent(), [lookUp({ status: "draft" })]);
  });

  it("passes on why the write failed", async () => {
    at.service.answer(json({ data: [tea] }), refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...rest] = await articles().upsert({ payload, filters });

    assert.deepEqual([error?.name, ...rest], ["ForbiddenError", null, null]);
  });
});

describe("Upserting at the same time as somebody else", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");
  const lines = () => at.sent().map(({ method, path }) => `${method} ${path}`);
  const taken = refusal(400, "ValidationError", "This attribute must be unique", {
    errors: [{ path: ["slug"], message: "This attribute must be unique" }],
  });

  it("makes one document of two calls with the same filters, in this client", async () => {
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
    "a value alone and $eq": [{ slug: "tea" }, { slug: { $eq: "tea" } }],
    "keys in another order": [
      { slug: "tea", title: { $ne: "x" } },
      { title: { $ne: "x" }, slug: "tea" },
    ],
    "a number and its text": [{ views: 1 }, { views: { $eq: "1" } }],
    "a value alone in a group": [
      { $and: [{ slug: "tea" }, { category: { slug: "hot" } }] },
      { $and: [{ slug: { $eq: "tea" } }, { category: { slug: { $eq: "hot" } } }] },
    ],
  };
  for (const [what, pair] of Object.entries(alike)) {
    it(`takes turns where the filters ask for the same: ${what}`, async () => {
      at.service.answer(
        json({ data: [] }),
        json({ data: tea, meta: {} }, 201),
        json({ data: [tea] }),
        json({ data: tea, meta: {} }),
      );

      await Promise.all(
        pair.map((one) => articles().upsert({ payload, filters: one as typeof filters })),
      );

      const methods = at.sent().map(({ method }) => method);
      assert.deepEqual(methods, ["GET", "POST", "GET", "PUT"]);
    });
  }

  it("does not wait for a call whose filter asks for null and not for the text", async () => {
    at.service.answer(json({ data: [tea] }));

    const asked = [null, "null"].map((slug) => ({ slug: { $eq: slug } }));
    await Promise.all(asked.map((one) => articles().upsert({ payload, filters: one })));

    assert.deepEqual(lines().slice(0, 2), ["GET /api/articles", "GET /api/articles"]);
  });

  const endings: Readonly<Record<string, () => CallOptions>> = {
    "its signal fires": () => ({ signal: AbortSignal.timeout(30) }),
    "its deadline is over": () => ({ deadlineMs: 30 }),
  };
  for (const [when, options] of Object.entries(endings)) {
    it(`waits for its turn no longer when ${when}`, async () => {
      at.service.answer(silence);
      const first = new AbortController();
      const running = articles().upsert({ payload, filters, signal: first.signal });

      const [error] = await articles().upsert({ payload, filters, ...options() });
      const sent = lines();
      first.abort();
      await running;

      assert.match(error?.name ?? "", /^(Abort|Timeout)Error$/);
      assert.deepEqual(sent, ["GET /api/articles"]);
    });
  }

  it("does not wait for a call with other filters", async () => {
    at.service.answer(json({ data: [tea] }));

    const first = articles().upsert({ payload, filters });
    const second = articles().upsert({ payload, filters: { slug: { $eq: "other" } } });
    await Promise.all([first, second]);

    assert.deepEqual(lines().slice(0, 2), ["GET /api/articles", "GET /api/articles"]);
  });

  it("updates the document that somebody else made meanwhile", async () => {
    at.service.answer(
      json({ data: [] }),
      taken,
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

  it("passes the refusal on where the filters find nothing the second time either", async () => {
    at.service.answer(json({ data: [] }), taken, json({ data: [] }));

    const [error] = await articles().upsert({ payload, filters });

    assert.deepEqual(
      [error?.name, lines()],
      ["ValidationError", ["GET /api/articles", "POST /api/articles", "GET /api/articles"]],
    );
  });
});
