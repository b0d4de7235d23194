import assert from "node:assert/strict";
import { titlesFound, untyped } from "./found.ts";
import { makeArticle, makeDocument, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, must, realCms, tokens, unique } from "./realCms.ts";
import type { Article } from "./realCms.ts";

describe("status and publicationFilter", () => {
  const kicker = unique("status");
  before(async () => {
    await makeDraft({ title: "Never", kicker });
    await makeArticle({ title: "Same", kicker });
    const documentId = await makeArticle({ title: "Changed", kicker });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Changed since" } });
  });
  const find = (params: object) =>
    titlesFound(untyped({ filters: { kicker }, sort: ["title"], ...params }));

  type Row = readonly [sentence: string, params: object, titles: readonly string[]];
  const drafts = ["Changed since", "Never", "Same"];
  const published = ["Changed", "Same"];
  const only = (publicationFilter: string, status?: string) => ({
    publicationFilter,
    ...(status && { status }),
  });
  const rows: readonly Row[] = [
    ["no status: what is published", {}, published],
    ["status published", { status: "published" }, published],
    ["status draft", { status: "draft" }, drafts],
    ["any other status is draft: bogus", { status: "bogus" }, drafts],
    ["any other status is draft: modified", { status: "modified" }, drafts],
    ["any other status is draft: PUBLISHED", { status: "PUBLISHED" }, drafts],
    ["any other status is draft: the empty text", { status: "" }, drafts],
    [
      "publicationState, of an older service, is passed over",
      { publicationState: "preview" },
      published,
    ],
    ["drafts never published", only("never-published", "draft"), ["Never"]],
    ["published versions never published", only("never-published"), []],
    [
      "drafts with a published version",
      only("has-published-version", "draft"),
      ["Changed since", "Same"],
    ],
    ["published versions with one", only("has-published-version"), published],
    ["drafts that were modified", only("modified", "draft"), ["Changed since"]],
    ["published versions whose draft was modified", only("modified"), ["Changed"]],
    ["drafts that were not modified", only("unmodified", "draft"), ["Same"]],
    ["published versions whose draft was not", only("unmodified", "published"), ["Same"]],
    ["drafts of documents never published", only("never-published-document", "draft"), ["Never"]],
    [
      "drafts of documents published once",
      only("has-published-version-document", "draft"),
      ["Changed since", "Same"],
    ],
    ["published versions without a draft", only("published-without-draft", "published"), []],
    ["published versions with a draft", only("published-with-draft", "published"), published],
    [
      "hasPublishedVersion true",
      { status: "draft", hasPublishedVersion: true },
      ["Changed since", "Same"],
    ],
    ["hasPublishedVersion false", { status: "draft", hasPublishedVersion: false }, ["Never"]],
  ];
  for (const [sentence, params, titles] of rows) {
    it(sentence, async () => {
      assert.deepEqual(await find(params), titles);
    });
  }

  for (const [sentence, publicationFilter] of [
    ["an unknown value", "bogus"],
    ["the empty text", ""],
  ] as const) {
    it(`${sentence} for publicationFilter is refused`, async () => {
      const [name, status] = (await find({ publicationFilter })) as unknown[];

      assert.deepEqual([name, status], ["ValidationError", 400]);
    });
  }

  it("neither true nor false for hasPublishedVersion is refused", async () => {
    const message =
      "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.";
    assert.deepEqual(await find({ hasPublishedVersion: "perhaps" }), [
      "ValidationError",
      400,
      message,
    ]);
  });

  it("a draft with an empty write counts as modified", async () => {
    const documentId = await makeArticle({ title: "Touched" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: {} });

    const found = await find({ ...only("modified", "draft"), filters: { documentId } });

    assert.deepEqual(found, ["Touched"]);
  });

  for (const kind of ["readOnly", "user"] as const) {
    it(`drafts are for whoever may read: ${kind}`, async () => {
      const [, rows] = await articles(tokens()[kind]).findMany({
        params: { filters: { kicker, title: "Never" }, status: "draft" },
      });

      assert.equal(rows?.length, 1);
    });
  }
});

describe("locale, of a list", () => {
  let both: string;
  let french: string;
  before(async () => {
    both = await makeInTwoLocales();
    french = await makeArticle({ title: "Seulement" }, "?locale=fr");
  });
  const find = (params: object) =>
    titlesFound(
      untyped({ filters: { documentId: { $in: [both, french] } }, sort: ["title"], ...params }),
    );

  type Row = readonly [sentence: string, params: object, titles: readonly string[]];
  const rows: readonly Row[] = [
    ["none is the default locale", {}, ["Tea"]],
    ["the empty text is the default locale", { locale: "" }, ["Tea"]],
    ["a code", { locale: "fr" }, ["Seulement", "Thé"]],
    ["*: every localization, a row each", { locale: "*" }, ["Seulement", "Tea", "Thé"]],
    ["a list", { locale: ["en", "fr"] }, ["Seulement", "Tea", "Thé"]],
    ["an unknown one is empty", { locale: "xx" }, []],
    ["a code in the wrong case is unknown", { locale: "FR" }, []],
    ["with drafts", { locale: "fr", status: "draft" }, ["Seulement", "Thé"]],
  ];
  for (const [sentence, params, titles] of rows) {
    it(sentence, async () => {
      assert.deepEqual(await find(params), titles);
    });
  }

  it("is passed over for a type without localizations", async () => {
    const name = unique("tag");
    await makeDocument("/tags", { data: { name } });

    for (const locale of ["fr", "xx", "*"]) {
      const [, count] = await realCms()
        .collection<Article>("tags")
        .count({ params: { filters: { name }, locale } });
      assert.equal(count, 1, locale);
    }
  });
});
