import assert from "node:assert/strict";
import { rawList } from "./found.ts";
import { makeArticle, makeDocument, makeDraft, makeInTwoLocales } from "./made.ts";
import { articles, must, realCms, tokens, unique } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("status and publicationFilter", () => {
  const kicker = unique("status");
  before(async () => {
    await makeDraft({ title: "Never", kicker });
    await makeArticle({ title: "Same", kicker });
    const documentId = await makeArticle({ title: "Changed", kicker });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Changed since" } });
  });
  const find = async (params: object) => {
    const { error, titles } = await rawList({ filters: { kicker }, sort: ["title"], ...params });
    return error ?? titles;
  };

  type Row = readonly [sentence: string, params: object, titles: readonly string[]];
  const drafts = ["Changed since", "Never", "Same"];
  const published = ["Changed", "Same"];
  const only = (publicationFilter: string, status?: string) => ({
    publicationFilter,
    ...(status && { status }),
  });
  const rows: readonly Row[] = [
    ["find published versions by default", {}, published],
    ["find published versions for status published", { status: "published" }, published],
    ["find drafts for status draft", { status: "draft" }, drafts],
    ["take status bogus as draft", { status: "bogus" }, drafts],
    ["take status modified as draft", { status: "modified" }, drafts],
    ["take status PUBLISHED as draft", { status: "PUBLISHED" }, drafts],
    ["take an empty status as draft", { status: "" }, drafts],
    ["ignore publicationState of an older service", { publicationState: "preview" }, published],
    ["filter drafts that were never published", only("never-published", "draft"), ["Never"]],
    ["filter published versions that were never published", only("never-published"), []],
    [
      "filter drafts with a published version",
      only("has-published-version", "draft"),
      ["Changed since", "Same"],
    ],
    [
      "filter published versions with a published version",
      only("has-published-version"),
      published,
    ],
    ["filter drafts that are modified", only("modified", "draft"), ["Changed since"]],
    ["filter published versions whose draft is modified", only("modified"), ["Changed"]],
    ["filter drafts that are not modified", only("unmodified", "draft"), ["Same"]],
    [
      "filter published versions whose draft is not modified",
      only("unmodified", "published"),
      ["Same"],
    ],
    [
      "filter drafts of documents that were never published",
      only("never-published-document", "draft"),
      ["Never"],
    ],
    [
      "filter drafts of published documents",
      only("has-published-version-document", "draft"),
      ["Changed since", "Same"],
    ],
    ["filter published versions without a draft", only("published-without-draft", "published"), []],
    [
      "filter published versions with a draft",
      only("published-with-draft", "published"),
      published,
    ],
    [
      "accept hasPublishedVersion true",
      { status: "draft", hasPublishedVersion: true },
      ["Changed since", "Same"],
    ],
    [
      "accept hasPublishedVersion false",
      { status: "draft", hasPublishedVersion: false },
      ["Never"],
    ],
  ];
  for (const [sentence, params, titles] of facts(rows)) {
    it(`status and publicationFilter ${sentence}`, async () => {
      assert.deepEqual(await find(params), titles);
    });
  }

  for (const [sentence, publicationFilter] of facts([
    ["an unknown value", "bogus"],
    ["an empty string", ""],
  ] as const)) {
    it(`status and publicationFilter reject ${sentence} for publicationFilter`, async () => {
      const [name, status] = (await find({ publicationFilter })) as unknown[];

      assert.deepEqual([name, status], ["ValidationError", 400]);
    });
  }

  itFact("status and publicationFilter reject an invalid hasPublishedVersion", async () => {
    const message =
      "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.";
    assert.deepEqual(await find({ hasPublishedVersion: "perhaps" }), [
      "ValidationError",
      400,
      message,
    ]);
  });

  itFact("status and publicationFilter count a draft with an empty write as modified", async () => {
    const documentId = await makeArticle({ title: "Touched" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: {} });

    const titles = await find({ ...only("modified", "draft"), filters: { documentId } });

    assert.deepEqual(titles, ["Touched"]);
  });

  for (const kind of facts(["readOnly", "user"] as const)) {
    it(`status and publicationFilter show drafts to the token ${kind}`, async () => {
      const [, rows] = await articles(tokens()[kind]).findMany({
        params: { filters: { kicker, title: "Never" }, status: "draft" },
      });

      assert.equal(rows?.length, 1);
    });
  }
});

describe("locale parameter of a list", () => {
  let both: string;
  let french: string;
  before(async () => {
    both = await makeInTwoLocales();
    french = await makeArticle({ title: "Seulement" }, "?locale=fr");
  });
  const find = async (params: object) => {
    const filters = { documentId: { $in: [both, french] } };
    const { error, titles } = await rawList({ filters, sort: ["title"], ...params });
    return error ?? titles;
  };

  type Row = readonly [sentence: string, params: object, titles: readonly string[]];
  const rows: readonly Row[] = [
    ["reads the default locale by default", {}, ["Tea"]],
    ["reads the default locale when it is empty", { locale: "" }, ["Tea"]],
    ["reads the given locale", { locale: "fr" }, ["Seulement", "Thé"]],
    ["reads every localization for *, one row each", { locale: "*" }, ["Seulement", "Tea", "Thé"]],
    ["accepts a list", { locale: ["en", "fr"] }, ["Seulement", "Tea", "Thé"]],
    ["finds nothing for an unknown locale", { locale: "xx" }, []],
    ["finds nothing for a code in the wrong case", { locale: "FR" }, []],
    ["applies to drafts", { locale: "fr", status: "draft" }, ["Seulement", "Thé"]],
  ];
  for (const [sentence, params, titles] of facts(rows)) {
    it(`the locale parameter ${sentence}`, async () => {
      assert.deepEqual(await find(params), titles);
    });
  }

  itFact("the locale parameter is ignored for a type without localizations", async () => {
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
