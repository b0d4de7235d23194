import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, send } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";
import { noTitles, bothTitles, titlesInTwoLocales, titlesOf } from "./versions.ts";

describe("Deleting a document", () => {
  const remove = async (documentId: string, params: object = {}) => {
    const [error] = await articles().delete({ documentId, params: untyped(params) });
    return errorSummary(error);
  };

  type Row = readonly [sentence: string, params: object, left: readonly object[]];
  const rows: readonly Row[] = [
    ["deletes only the default locale without a locale", {}, [noTitles, bothTitles("Thé")]],
    ["deletes only the given locale", { locale: "fr" }, [bothTitles("Tea"), noTitles]],
    ["deletes all locales with locale=*", { locale: "*" }, [noTitles, noTitles]],
    [
      "deletes nothing with an unknown locale",
      { locale: "xx" },
      [bothTitles("Tea"), bothTitles("Thé")],
    ],
    [
      "deletes the document when the filters match",
      { filters: { title: "Tea" } },
      [noTitles, bothTitles("Thé")],
    ],
    [
      "deletes nothing when the filters do not match",
      { filters: { title: "Milk" } },
      [bothTitles("Tea"), bothTitles("Thé")],
    ],
    [
      "ignores fields and populate",
      { fields: ["title"], populate: ["author"] },
      [noTitles, bothTitles("Thé")],
    ],
    [
      "deletes both versions with status=published",
      { status: "published" },
      [noTitles, bothTitles("Thé")],
    ],
  ];
  for (const [sentence, params, remainingTitles] of facts(rows)) {
    it(`deleting a document ${sentence}`, async () => {
      const documentId = await makeInTwoLocales();

      const error = await remove(documentId, params);

      assert.equal(error, null);
      assert.deepEqual(await titlesInTwoLocales(documentId), remainingTitles);
    });
  }

  type Refused = readonly [sentence: string, params: object, error: readonly unknown[]];
  const refusals: readonly Refused[] = [
    ["fails with status=draft", { status: "draft" }, ["HttpError", 500, "Internal Server Error"]],
    [
      "is rejected with an unknown field",
      { fields: ["no"] },
      ["ValidationError", 400, "Invalid key no"],
    ],
    [
      "is rejected with an unknown filter",
      { filters: { no: 1 } },
      ["ValidationError", 400, "Invalid key no"],
    ],
    [
      "is rejected with an unknown relation",
      { populate: ["no"] },
      ["ValidationError", 400, "Invalid key no"],
    ],
  ];
  for (const [sentence, params, error] of facts(refusals)) {
    it(`deleting a document ${sentence}, and deletes nothing`, async () => {
      const documentId = await makeArticle({ title: "Tea" });

      assert.deepEqual(await remove(documentId, params), error);
      assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
    });
  }

  itFact("deleting a document deletes a draft that was never published", async () => {
    const documentId = await makeDraft();

    assert.equal(await remove(documentId), null);
    assert.deepEqual(await titlesOf(documentId), noTitles);
  });

  it("deleting a document succeeds the second time, with an empty body", async () => {
    const documentId = await makeArticle();

    const answers = [
      await send("DELETE", `/articles/${documentId}`),
      await send("DELETE", `/articles/${documentId}`),
    ];

    assert.deepEqual(answers, Array(2).fill({ status: 204, body: undefined }));
    assert.equal(await remove(documentId), null);
  });
});
