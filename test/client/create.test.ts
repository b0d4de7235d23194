import assert from "node:assert/strict";
import { json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

const payload = { data: { title: "Thé" } };
const english = { documentId: "tea1", title: "Thé", locale: "en" };
const french = { documentId: "tea1", title: "Thé", locale: "fr" };
const post = (query: object) => ({
  method: "POST",
  path: "/api/articles",
  query,
  body: payload,
});
const put = (query: object) => ({
  method: "PUT",
  path: "/api/articles/tea1",
  query,
  body: payload,
});

describe("create", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  it("create with a locale creates the document in the default locale, and adds the localization", async () => {
    at.service.answer(json({ data: english }, 201), json({ data: french }));

    await articles().create({ payload, params: { locale: "fr" } });

    assert.deepEqual(at.sent(), [post({}), put({ locale: "fr" })]);
  });

  it("create adds the localization when the requested fields leave out the locale", async () => {
    // The service sends only the requested fields and the ids.
    at.service.answer((response, { query }) => {
      const { locale, ...otherFields } = query["locale"] === "fr" ? french : english;
      const requestedFields = query["fields"] as string[] | undefined;
      const hasLocale = !requestedFields || requestedFields.includes("locale");
      json({ data: { ...otherFields, ...(hasLocale && { locale }) } })(
        response,
        at.service.requests[0]!,
      );
    });

    await articles().create({ payload, params: { locale: "fr", fields: ["title"] } });

    const last = at.sent().at(-1);
    assert.deepEqual(last, put({ locale: "fr", fields: ["title"] }));
  });

  it("create sends one POST for the default locale", async () => {
    at.service.answer(json({ data: english, meta: {} }, 201));

    const result = await articles().create({ payload, params: { locale: "en" } });

    assert.deepEqual(result, [null, english, {}]);
    assert.deepEqual(at.sent(), [post({})]);
  });

  for (const locale of [null, undefined]) {
    it(`create sends one POST for a type without localizations, whose locale is ${String(locale)}`, async () => {
      const tag = { documentId: "tea1", title: "Thé", ...(locale === null && { locale }) };
      at.service.answer(json({ data: tag, meta: {} }, 201));

      const result = await articles().create({ payload, params: { locale: "fr" } });

      assert.deepEqual(result, [null, tag, {}]);
      assert.deepEqual(at.sent(), [post({})]);
    });
  }

  it("create sends locale=* to the service, which rejects it", async () => {
    const message = "Invalid locale param * provided. Document locales must be strings.";
    at.service.answer(refusal(400, "ValidationError", message));

    const [error] = await articles().create({ payload, params: { locale: "*" } });

    assert.equal(error?.message, message);
    assert.deepEqual(at.sent(), [post({ locale: "*" })]);
  });

  it("create sends one POST without a locale", async () => {
    at.service.answer(json({ data: english, meta: {} }, 201));

    await articles().create({ payload });

    assert.deepEqual(at.sent(), [post({})]);
  });

  it("create rejects filters, which createLocalization has instead", async () => {
    const input = { payload, params: { locale: "fr" }, filters: { slug: { $eq: "tea" } } };

    const [error] = await articles().create(input);

    assert.equal(error?.message, 'The call has no option "filters".');
    assert.deepEqual(at.sent(), []);
  });
});

describe("create, when a step fails", () => {
  const at = loopbackCms();
  const create = async () =>
    await at.cms.collection<Article>("articles").create({ payload, params: { locale: "fr" } });

  it("create with a locale sends nothing more when the POST fails", async () => {
    at.service.answer(refusal(400, "ValidationError", "title must be defined"));

    const [error, ...dataAndMeta] = await create();

    assert.deepEqual([error?.message, ...dataAndMeta], ["title must be defined", null, null]);
    assert.deepEqual(at.sent(), [post({})]);
  });

  it("create returns an error that is not retryable when adding the localization fails", async () => {
    at.service.answer(json({ data: english }, 201), refusal(429, "RateLimitError", "Too many"));

    const [error] = await create();

    assert.deepEqual([error?.name, error?.retryable], ["RateLimitError", false]);
  });

  it("create names the created document in its error when adding the localization fails", async () => {
    at.service.answer(json({ data: english }, 201), refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...dataAndMeta] = await create();

    const message = "The document tea1 was created, but not its localization: Forbidden";
    assert.deepEqual(
      [error?.name, error?.message, ...dataAndMeta],
      ["ForbiddenError", message, null, null],
    );
  });
});
