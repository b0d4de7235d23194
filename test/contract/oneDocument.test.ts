import assert from "node:assert/strict";
import { said, untyped } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { articles, realCms, sendText, unique } from "./realCms.ts";
import type { Article } from "./realCms.ts";

describe("One document", () => {
  let documentId: string;
  before(async () => {
    documentId = await makeArticle({ title: "Tea" });
  });
  const find = async (params: object, id = documentId) => {
    const [error, row] = await articles().find({
      documentId: id,
      params: untyped(params),
    });
    return error ? said(error) : row.title;
  };
  const notFound = ["NotFoundError", 404, "Not Found"];

  type Row = readonly [sentence: string, params: object, found: unknown];
  const rows: readonly Row[] = [
    ["its filters match", { filters: { title: "Tea" } }, "Tea"],
    ["its filters do not match: not found", { filters: { title: "Milk" } }, notFound],
    ["another locale: not found", { locale: "fr" }, notFound],
    ["locale=* is none: not found", { locale: "*" }, notFound],
    ["the empty locale is the default one", { locale: "" }, "Tea"],
    ["an order and a page are passed over", { sort: ["title"], pagination: { page: 4 } }, "Tea"],
    [
      "an unknown order is refused all the same",
      { sort: ["no"] },
      ["ValidationError", 400, "Invalid key no"],
    ],
    ["an unknown parameter is passed over", { bogus: "1", publicationState: "live" }, "Tea"],
  ];
  for (const [sentence, params, found] of rows) {
    it(sentence, async () => {
      assert.deepEqual(await find(params), found);
    });
  }

  it("of a type without localizations is found in any", async () => {
    const name = unique("tag");
    const tag = await makeDocument("/tags", { data: { name } });

    for (const locale of ["fr", "*"]) {
      const [error] = await realCms()
        .collection<Article>("tags")
        .find({ documentId: tag, params: { locale } });
      assert.equal(error, null, locale);
    }
  });

  it("of a type named by its uid, or in the singular, is not found", async () => {
    for (const name of ["api::article.article", "article"]) {
      const [error] = await realCms().collection<Article>(name).find({ documentId });
      assert.deepEqual(said(error), notFound, name);
    }
  });

  it("in the form of an older service where a header asks for it; the client asks for its own", async () => {
    const { text } = await sendText("GET", `/articles/${documentId}?fields=title`, {
      headers: { "strapi-response-format": "v4" },
    });

    const { data } = JSON.parse(text) as { data: { attributes: object } };
    assert.deepEqual([data.attributes, await find({})], [{ title: "Tea" }, "Tea"]);
  });
});
