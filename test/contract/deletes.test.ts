import assert from "node:assert/strict";
import { said, untyped } from "./found.ts";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, send } from "./realCms.ts";
import { gone, there, titlesInTwoLocales, titlesOf } from "./versions.ts";

describe("Forms of a delete", () => {
  const remove = async (documentId: string, params: object = {}) => {
    const [error] = await articles().delete({ documentId, params: untyped(params) });
    return said(error);
  };

  type Row = readonly [sentence: string, params: object, left: readonly object[]];
  const rows: readonly Row[] = [
    ["no locale: the default one alone", {}, [gone, there("Thé")]],
    ["a locale: that one alone", { locale: "fr" }, [there("Tea"), gone]],
    ["*: all of them", { locale: "*" }, [gone, gone]],
    ["an unknown locale: nothing", { locale: "xx" }, [there("Tea"), there("Thé")]],
    ["filters that match: it goes", { filters: { title: "Tea" } }, [gone, there("Thé")]],
    ["filters that don't: nothing", { filters: { title: "Milk" } }, [there("Tea"), there("Thé")]],
    [
      "fields and populate: they shape nothing",
      { fields: ["title"], populate: ["author"] },
      [gone, there("Thé")],
    ],
    ["status published: both versions", { status: "published" }, [gone, there("Thé")]],
  ];
  for (const [sentence, params, left] of rows) {
    it(sentence, async () => {
      const documentId = await makeInTwoLocales();

      const error = await remove(documentId, params);

      assert.equal(error, null);
      assert.deepEqual(await titlesInTwoLocales(documentId), left);
    });
  }

  type Refused = readonly [sentence: string, params: object, error: readonly unknown[]];
  const refusals: readonly Refused[] = [
    [
      "status draft: the service fails",
      { status: "draft" },
      ["HttpError", 500, "Internal Server Error"],
    ],
    ["an unknown field", { fields: ["no"] }, ["ValidationError", 400, "Invalid key no"]],
    ["an unknown filter", { filters: { no: 1 } }, ["ValidationError", 400, "Invalid key no"]],
    ["an unknown relation", { populate: ["no"] }, ["ValidationError", 400, "Invalid key no"]],
  ];
  for (const [sentence, params, error] of refusals) {
    it(`${sentence}, and nothing is deleted`, async () => {
      const documentId = await makeArticle({ title: "Tea" });

      assert.deepEqual(await remove(documentId, params), error);
      assert.deepEqual(await titlesOf(documentId), there("Tea"));
    });
  }

  it("a draft that was never published goes", async () => {
    const documentId = await makeDraft();

    assert.equal(await remove(documentId), null);
    assert.deepEqual(await titlesOf(documentId), gone);
  });

  it("a second time it is a success, and empty again", async () => {
    const documentId = await makeArticle();

    const answers = [
      await send("DELETE", `/articles/${documentId}`),
      await send("DELETE", `/articles/${documentId}`),
    ];

    assert.deepEqual(answers, Array(2).fill({ status: 204, body: undefined }));
    assert.equal(await remove(documentId), null);
  });
});
