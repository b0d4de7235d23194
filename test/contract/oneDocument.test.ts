import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { articles, realCms, sendText, unique } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("Reading one document", () => {
  let documentId: string;
  before(async () => {
    documentId = await makeArticle({ title: "Tea" });
  });
  const find = async (params: object, id = documentId) => {
    const [error, row] = await articles().find({
      documentId: id,
      params: untyped(params),
    });
    return error ? errorSummary(error) : row.title;
  };
  const notFound = ["NotFoundError", 404, "Not Found"];

  type Row = readonly [sentence: string, params: object, found: unknown];
  const rows: readonly Row[] = [
    ["succeeds when its filters match", { filters: { title: "Tea" } }, "Tea"],
    [
      "returns NotFoundError when its filters do not match",
      { filters: { title: "Milk" } },
      notFound,
    ],
    ["returns NotFoundError for another locale", { locale: "fr" }, notFound],
    ["returns NotFoundError for locale=*", { locale: "*" }, notFound],
    ["takes an empty locale as the default locale", { locale: "" }, "Tea"],
    ["ignores sort and pagination", { sort: ["title"], pagination: { page: 4 } }, "Tea"],
    [
      "rejects an unknown field of sort",
      { sort: ["no"] },
      ["ValidationError", 400, "Invalid key no"],
    ],
    ["ignores an unknown parameter", { bogus: "1", publicationState: "live" }, "Tea"],
  ];
  for (const [sentence, params, expectedResult] of facts(rows)) {
    it(`reading one document ${sentence}`, async () => {
      assert.deepEqual(await find(params), expectedResult);
    });
  }

  itFact("reading one document ignores the locale for a type without localizations", async () => {
    const name = unique("tag");
    const tag = await makeDocument("/tags", { data: { name } });

    for (const locale of ["fr", "*"]) {
      const [error] = await realCms()
        .collection<Article>("tags")
        .find({ documentId: tag, params: { locale } });
      assert.equal(error, null, locale);
    }
  });

  itFact(
    "reading one document returns NotFoundError for a type by its uid or its singular name",
    async () => {
      for (const name of ["api::article.article", "article"]) {
        const [error] = await realCms().collection<Article>(name).find({ documentId });
        assert.deepEqual(errorSummary(error), notFound, name);
      }
    },
  );

  itFact(
    "reading one document has the format of Strapi 4 only when a header asks for it",
    async () => {
      const { text } = await sendText("GET", `/articles/${documentId}?fields=title`, {
        headers: { "strapi-response-format": "v4" },
      });

      const { data } = JSON.parse(text) as { data: { attributes: object } };
      assert.deepEqual([data.attributes, await find({})], [{ title: "Tea" }, "Tea"]);
    },
  );
});
